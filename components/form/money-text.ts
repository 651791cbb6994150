import { formatMajor, type MajorParse, parseMajor } from '@/lib/gateway/minor-units'

/**
 * What a money field hands to the form: minor units, nothing while empty, and the text itself while it is no amount, so
 * that the schema refuses it.
 */
export function moneyValue(text: string, exponent: number): number | string | undefined {
  if (text.trim() === '') return undefined
  const parsed = parseMajor(text, exponent)
  return parsed.ok ? parsed.minor : text
}

/** Why a text is no amount, by the key of its message; null where it is one or is empty. */
export function moneyProblem(
  text: string,
  exponent: number,
): Extract<MajorParse, { ok: false }>['reason'] | null {
  if (text.trim() === '') return null
  const parsed = parseMajor(text, exponent)
  return parsed.ok ? null : parsed.reason
}

/** The text a field begins with. */
export function moneyText(value: unknown, exponent: number): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return formatMajor(value, exponent)
  return typeof value === 'string' ? value : ''
}
