import 'server-only'
import { AppError, GatewayError } from '../../core/server/errors'
import type { FieldErrors } from '../../gateway/errors'
import { maskText } from '../../notifications/server/mask'

/** Takes the card that was typed in out of what is said about it. */
export type WithoutCard = {
  ofText: (text: string | undefined) => string | undefined
  /** `errors`: instead of its own. Its cause goes. */
  ofError: (error: AppError, errors?: FieldErrors) => AppError
}

const dots = '••••'

/**
 * What leaves this card out of texts, however its digits are grouped, and its security code where that stands by itself:
 * a gateway may repeat what it refuses, and whoever calls us may put the number where no number belongs.
 */
export function withoutCard(body: unknown): WithoutCard {
  const { number, verification_value: code } = cardIn(body)
  const digits = number.replace(/\D/g, '').split('')
  const patterns = [
    ...(digits.length >= 8 ? [new RegExp(digits.join('[ -]?'), 'g')] : []),
    ...(/^\d{3,4}$/.test(code) ? [new RegExp(`(?<!\\d)${code}(?!\\d)`, 'g')] : []),
  ]
  const clean = (text: string) =>
    maskText(patterns.reduce((rest, pattern) => rest.replace(pattern, dots), text))
  return {
    ofText: (text) => text && clean(text),
    ofError(error, given = error.errors) {
      const errors = given && cleanErrors(given, clean)
      const detail = error.detail && clean(error.detail)
      const { retryAfterSeconds } = error
      return error instanceof GatewayError
        ? new GatewayError(error.code as ConstructorParameters<typeof GatewayError>[0], {
            detail,
            errors,
            retryAfterSeconds,
            mayHaveHappened: error.mayHaveHappened,
          })
        : new AppError(error.code, { detail, errors, retryAfterSeconds })
    },
  }
}

const cleanErrors = (errors: FieldErrors, clean: (text: string) => string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([path, texts]) => [clean(path), texts.map(clean)]))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** As it was sent to us, which may be anything. */
function cardIn(body: unknown): { number: string; verification_value: string } {
  const request = isRecord(body) ? body.request : null
  const card = isRecord(request) ? request.credit_card : null
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 50) : ''
  return isRecord(card)
    ? { number: text(card.number), verification_value: text(card.verification_value) }
    : { number: '', verification_value: '' }
}
