import 'server-only'
import { maskFreeText } from '../../core/server/search/contacts-in-text'
import type { ActivityChange, ActivityEntry, ActivityObject } from '../schema'
import { isRecord } from '../../core/is-record'

export type EntryRow = {
  id: string
  at: Date
  action: string
  actorId: string | null
  subject: string | null
  address: string | null
  detail: Record<string, unknown>
}

/** What the subject of an entry is, by the first part of its kind. */
const objects: Record<string, ActivityObject> = {
  access: 'person',
  account: 'person',
  alert: 'alert',
  api_token: 'api_token',
  card_token: 'card_token',
  checkout: 'checkout',
  checkout_template: 'template',
  customer: 'customer',
  factor: 'factor',
  forwarding: 'forwarding',
  identity: 'person',
  invitation: 'invitation',
  notification: 'notification',
  password_reset: 'person',
  payment: 'payment',
  person: 'person',
  product: 'product',
  products: 'job',
  proof: 'person',
  reconciliation: 'reconciliation',
  recovery_codes: 'person',
  shop: 'shop',
  sign_in: 'person',
  task: 'job',
}

/** Refused factors, and those removed by a command, name the account. */
const objectOf = ({ action, detail }: Pick<EntryRow, 'action' | 'detail'>): ActivityObject | null =>
  action === 'factor.refused' || action === 'factor.throttled' || detail.reason === 'by_operator'
    ? 'person'
    : (objects[action.slice(0, action.indexOf('.'))] ?? null)

/** The people whose names an entry shows. */
export const peopleIn = (row: EntryRow): (string | null)[] => [
  row.actorId,
  objectOf(row) === 'person' ? row.subject : null,
]

export function toEntry(row: EntryRow, names: ReadonlyMap<string, string>): ActivityEntry {
  const { id, at, action, actorId, subject, address } = row
  const kind = objectOf(row)
  const name = subject !== null && kind === 'person' ? (names.get(subject) ?? null) : null
  return {
    id,
    at: at.toISOString(),
    kind: action,
    by: (actorId && names.get(actorId)) || null,
    by_id: actorId,
    address,
    object: subject === null ? null : { kind, id: subject, name },
    ...changesAndFacts(shownDetail(row)),
  }
}

/** What people wrote can be personal data: the number of labels is enough here, and reasons are masked. */
function shownDetail({ action, detail }: Pick<EntryRow, 'action' | 'detail'>): Record<string, unknown> {
  if (action === 'customer.labelled') return countsOf(detail)
  return typeof detail.reason === 'string' ? { ...detail, reason: maskFreeText(detail.reason) } : detail
}

const countsOf = (detail: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [name, Array.isArray(value) ? value.length : value]),
  )

/**
 * Splits a detail into what changed and other facts. Changes are in `before` and `after` (with fields, or the value
 * itself), in `from` and `to`, or in `from` and `to` of each field.
 */
function changesAndFacts(detail: Record<string, unknown>): Pick<ActivityEntry, 'changes' | 'facts'> {
  const { before, after, from, to, fields, allowed_before: allowedBefore, ...rest } = detail
  const changes: ActivityChange[] = []
  if (isRecord(before) && isRecord(after)) changes.push(...compared(before, after))
  if (isRecord(from) && isRecord(to)) changes.push(...compared(from, to))
  else if ('from' in detail || 'to' in detail)
    changes.push({ field: '', ...given('from', from), ...given('to', to) })
  else if (['before', 'after'].some((name) => name in detail && !isRecord(detail[name])))
    changes.push({ field: '', ...given('from', before), ...given('to', after) })
  const facts: ActivityEntry['facts'] = []
  if (Array.isArray(fields) && fields.length > 0 && changes.length === 0)
    facts.push({ name: 'fields', value: textOf(fields) ?? '' })
  for (const [name, value] of Object.entries(rest)) {
    if (name === 'allowed' && allowedBefore !== undefined)
      changes.push({ field: name, ...given('from', allowedBefore), ...given('to', value) })
    else if (isRecord(value) && ('from' in value || 'to' in value))
      changes.push({ field: name, ...given('from', value.from), ...given('to', value.to) })
    else if (name === 'counts' && isRecord(value)) facts.push(...countsIn(value))
    else if (textOf(value) !== null) facts.push({ name, value: textOf(value) ?? '' })
  }
  return { changes, facts }
}

/** Returns the counts of a job's rows that are not zero. */
const countsIn = (counts: Record<string, unknown>): ActivityEntry['facts'] =>
  Object.entries(counts).flatMap(([name, count]) => (count ? [{ name, value: textOf(count) ?? '' }] : []))

/** Fields that hold the same are left out. */
const compared = (before: Record<string, unknown>, after: Record<string, unknown>): ActivityChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({
      field,
      ...(field in before ? { from: textOf(before[field]) } : {}),
      ...(field in after ? { to: textOf(after[field]) } : {}),
    }))
    .filter((change) => change.from !== change.to)

const given = (name: 'from' | 'to', value: unknown) => (value === undefined ? {} : { [name]: textOf(value) })

/** Null for what is empty. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ') || null
  return JSON.stringify(value)
}
