import 'server-only'
import type { z } from 'zod'
import { payerTranslator } from '../../core/i18n/payer-messages'
import { smallPage } from '../../core/lists/small-page'

/** An error of the caller, with the response for it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Added to the body beside `message`. */
    readonly details: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
    this.name = 'Refusal'
  }

  /**
   * Returns flat `{message, errors}` as versioned endpoints do, or wraps it in `response` as seen on unversioned ones
   * (docs/gateway.md#errors).
   */
  answer({ isWrapped }: { isWrapped: boolean } = { isWrapped: false }): Response {
    const body = { message: this.message, ...this.details }
    return json(isWrapped ? { response: body } : body, this.status, this.headers)
  }
}

/** Returns a JSON response with `no-store`. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

/** Text as seen on the unversioned endpoints (docs/gateway.md#errors). */
export const notFound = () => new Refusal(404, 'Record not found')

/**
 * The gateway's texts for the `issues.*` keys of the shared schemas (docs/gateway.md#errors). Documented: “can't be
 * blank”, “is invalid”, “is not a number”, “must be greater than 0”, “does not appear to be valid”. The others are
 * inferred.
 */
const texts: Record<string, string> = {
  required: "can't be blank",
  blank: "can't be blank",
  required_unless_infinite: "can't be blank",
  required_unless_immortal: "can't be blank",
  required_with_3ds: "can't be blank",
  required_when_read_only: "can't be blank",
  not_a_number: 'is not a number',
  must_be_positive: 'must be greater than 0',
  must_not_be_negative: 'must be greater than or equal to 0',
  too_big: `must be less than or equal to ${Number.MAX_SAFE_INTEGER}`,
  too_long: 'is too long',
  invalid_url: 'does not appear to be valid',
  not_with_infinite: 'must be blank',
  only_for_us_ca: 'must be blank',
  nothing_to_change: 'nothing to change',
  does_not_exist: 'does not exist',
}

const textOf = (issue: z.core.$ZodIssue) => {
  if (issue.message === 'too_long' && 'maximum' in issue)
    return `is too long (maximum is ${issue.maximum} characters)`
  return texts[issue.message] ?? 'is invalid'
}

type FieldErrors = { [field: string]: string[] | FieldErrors }

/** Returns errors by field, in the format of the products and customers endpoints. */
export function gatewayErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of issues) {
    const field = String(issue.path[0] ?? 'base')
    for (const text of field === 'ip' ? addressTexts(issue) : [textOf(issue)]) add(errors, field, text)
  }
  return errors
}

/** Documented for a customer without `ip`: “Ip address is invalid. Ip can't be blank” (docs/gateway.md#errors). */
const addressTexts = ({ message }: z.core.$ZodIssue) =>
  message === 'invalid_ip' || message === 'not_a_text'
    ? ['address is invalid']
    : ['address is invalid', "can't be blank"]

/**
 * Nests errors by section, such as `{checkout: {order: {amount: […]}}}` (docs/gateway.md#errors). Errors of list
 * elements belong to the list. Errors of a whole section go under its `base`.
 */
export function nestedErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const index = issue.path.findIndex((key) => typeof key !== 'string')
    const path = (index < 0 ? issue.path : issue.path.slice(0, index)).map(String)
    const field = path.pop() ?? 'base'
    let section = errors
    for (const name of path) {
      const inner = (section[name] ??= {})
      section = Array.isArray(inner) ? (section[name] = { base: inner }) : inner
    }
    const existing = section[field]
    if (existing !== undefined && !Array.isArray(existing)) add(existing, 'base', textOf(issue))
    else add(section, field, textOf(issue))
  }
  return errors
}

function add(errors: FieldErrors, field: string, text: string): void {
  const list = (errors[field] ??= [])
  if (Array.isArray(list) && !list.includes(text)) list.push(text)
}

/**
 * Returns a 422 (docs/gateway.md#errors). `message` joins “field text” pairs with ". ", without a full stop at the end.
 * Errors without a field appear as they are.
 */
export function invalid(errors: Record<string, string[]>): Refusal {
  return new Refusal(422, sentences(errors).join('. '), { errors })
}

/**
 * Returns the 422 of endpoint 2; the status is inferred. `errors` is nested under `checkout` (docs/gateway.md#errors).
 * `message` has only the last part of each field's path, as seen for card requests.
 */
export const invalidCheckout = (errors: FieldErrors): Refusal =>
  new Refusal(422, sentences(errors).join('. '), { errors })

/**
 * Returns a failure of endpoint 1: errors by section (`credit_card`, `customer`, `billing_address`), without the
 * `request` level, and a message with a full stop (docs/gateway.md#errors). 422 is inferred. The
 * endpoint wraps it in `response`.
 */
export function invalidTokenization(errors: FieldErrors): Refusal {
  const { request } = errors
  const bare = request === undefined || Array.isArray(request) ? errors : request
  return new Refusal(422, `${sentences(bare).join('. ')}.`, { errors: bare })
}

/** Returns “Field text” pairs; errors without a field (`base`) appear as they are. */
function sentences(errors: FieldErrors): string[] {
  return Object.entries(errors).flatMap(([field, inner]) => {
    if (!Array.isArray(inner)) return sentences(inner)
    return inner.map((text) => capitalise(field === 'base' ? text : `${humanise(field)} ${text}`))
  })
}

/** "expired_at" → "expired at", "shop_id" → "shop". */
const humanise = (field: string) => field.replace(/_id$/, '').replaceAll('_', ' ')
const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Answers an unknown address: an HTML page for browsers, the API's error format for clients. */
export async function unknownAddress(request: Request): Promise<Response> {
  if ((request.headers.get('accept') ?? '').includes('text/html')) return page()
  const { pathname } = new URL(request.url)
  const isUnversioned = !request.headers.get('x-api-version') && /\/transactions(\/|$)/.test(pathname)
  return new Refusal(404, 'Not found').answer({ isWrapped: isUnversioned })
}

function page(): Response {
  const t = payerTranslator('en', 'sandbox.states')
  const { body, headers } = smallPage({
    title: t('notFound'),
    text: t('notFoundText'),
    language: { lang: 'en', dir: 'ltr' },
    mayBeFramed: true,
  })
  return new Response(body, { status: 404, headers })
}
