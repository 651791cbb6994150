/**
 * Maps schema issues to messages. Our schemas put a key of `issues.*` (message files) into the issue's message; zod's
 * own issues are mapped here. Forms and route handlers share this, so that a rule reads the same everywhere.
 */
import type { z } from 'zod'
import { toStorable } from '../../gateway/values/storable'

export type IssueText = { key: IssueKey; values?: Record<string, string | number> }

export const issueKeys = [
  'required',
  'blank',
  'too_long',
  'too_many_characters',
  'too_big',
  'not_a_number',
  'must_be_positive',
  'must_not_be_negative',
  'not_a_boolean',
  'not_a_list',
  'invalid',
  'invalid_choice',
  'not_a_line',
  'invalid_currency',
  'invalid_date_time',
  'invalid_language',
  'invalid_url',
  'invalid_email',
  'unknown_field',
  'not_with_infinite',
  'required_unless_infinite',
  'required_unless_immortal',
  'nothing_to_change',
  'too_small',
  'password_too_short',
  'password_too_simple',
  'password_common',
  'password_breached',
  'password_same',
  'email_same',
  'email_taken',
  'email_not_mailed',
  'already_member',
  'already_invited',
  'not_a_text',
  'not_an_object',
  'invalid_ip',
  'invalid_country',
  'invalid_state',
  'invalid_us_zip',
  'only_for_us_ca',
  'invalid_date',
  'invalid_local_date_time',
  'invalid_card_number',
  'invalid_security_code',
  'invalid_month',
  'invalid_year',
  'required_with_3ds',
  'required_when_read_only',
  'invalid_payment_method',
  'invalid_airline_code',
  'invalid_airport_code',
  'invalid_travel_class',
  'invalid_ticket_number',
  'column_twice',
  'statement_amount',
  'statement_reference',
  'statement_types',
  'not_in_future',
  'not_after_start',
  'quarantined',
  'unknown_here',
  'no_notification',
  'not_a_network',
  'password_in_clear',
  'could_be_thousands',
  'address_of_an_endpoint',
  'space_within',
  'not_a_shop_id',
  'unknown_language',
  'not_a_picture',
  'not_with_return_page',
  'set_by_environment',
  'not_a_full_path',
  'folder_unusable',
  'scope_not_held',
] as const
export type IssueKey = (typeof issueKeys)[number]

const known = new Set<string>(issueKeys)
const isIssueKey = (text: string): text is IssueKey => known.has(text)

type AnyIssue = Pick<z.core.$ZodIssue, 'code' | 'message'> & {
  input?: unknown
  keys?: string[]
  maximum?: unknown
  minimum?: unknown
  origin?: string
}

/** Returns the broken limit, for the texts of `too_long`, `too_many_characters` and `too_small`. */
function limitsOf({ maximum, minimum }: AnyIssue): IssueText['values'] {
  if (maximum !== undefined) return { max: Number(maximum) }
  return minimum === undefined ? undefined : { min: Number(minimum) }
}

/** Returns the message key of an issue and the values of its text. Unknown issues become `invalid`. */
export function issueKey(issue: AnyIssue): IssueText {
  if (issue.code === 'too_big' && issue.origin === 'string')
    return { key: 'too_many_characters', values: limitsOf(issue) }
  if (isIssueKey(issue.message)) return { key: issue.message, values: limitsOf(issue) }
  switch (issue.code) {
    case 'unrecognized_keys':
      // The rows of a job keep this text.
      return { key: 'unknown_field', values: { fields: toStorable((issue.keys ?? []).join(', ')) } }
    case 'too_big':
      return { key: 'too_long', values: limitsOf(issue) }
    case 'too_small':
      return { key: 'too_small', values: limitsOf(issue) }
    case 'invalid_type':
      return { key: /received (undefined|null)/.test(issue.message) ? 'required' : 'invalid' }
    case 'invalid_value':
      return { key: 'invalid_choice' }
    default:
      return { key: 'invalid' }
  }
}

/** No form has more fields. A body can have many more wrong values, and its answer would be megabytes. */
const mostFields = 500

/**
 * Groups issue texts by dotted field path; those without a field under `base`, unknown fields under their own path. Leaves
 * out issues after the first 500. The text of an unknown field names it alone: in a body of many, texts that name all of
 * them would be gigabytes.
 */
export function issuesByField(
  issues: readonly z.core.$ZodIssue[],
  text: (issue: IssueText) => string,
): Record<string, string[]> {
  // A Map, because callers choose the fields' names: “constructor” and “__proto__” are valid.
  const byField = new Map<string, string[]>()
  for (const issue of issues.slice(0, mostFields).flatMap(eachUnknownField).slice(0, mostFields)) {
    const path = issue.path.join('.') || 'base'
    const texts = byField.get(path) ?? []
    texts.push(text(issueKey(issue)))
    byField.set(path, texts)
  }
  return Object.fromEntries(byField)
}

const eachUnknownField = (issue: z.core.$ZodIssue): z.core.$ZodIssue[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ ...issue, keys: [key], path: [...issue.path, key] }))
    : [issue]
