import type { useTranslations } from 'use-intl'
import { alertKinds } from '../alerts/kinds'
import { checkoutStates } from '../checkouts/state'
import { type ActivityKind, activityKinds } from '../core/activity'
import { activityReasons } from '../core/activity-reasons'
import { allowances, permissions, roles } from '../core/permissions'
import { isProductField } from '../products/fields'
import { activityFields } from './fields'
import type { ActivityChange, ActivityEntry } from './schema'

interface Translators {
  t: ReturnType<typeof useTranslations<'activity'>>
  may: ReturnType<typeof useTranslations<'people.roles.may'>>
  product: ReturnType<typeof useTranslations<'products.label'>>
}
type EntryWords = Pick<ActivityEntry, 'kind' | 'changes' | 'facts'>

const isOneOf = <Known extends string>(known: readonly Known[], value: string): value is Known =>
  (known as readonly string[]).includes(value)

/** Fields whose values are names of fields. */
const listsFields: readonly string[] = ['changed', 'fields', 'read_only', 'visible', 'visible_fields']

/** Words for the codes of entries, for pages and files. A code of another release does not change. */
export function activityWords({ t, may, product }: Translators) {
  const kindText = (kind: string): string =>
    isOneOf<ActivityKind>(activityKinds, kind) ? t(`kinds.${kind}`) : kind

  const fieldText = (kind: string, name: string): string => {
    if (isProductField(name) && kind.startsWith('product')) return product(name)
    if (isOneOf(activityFields, name)) return t(`fields.${name}`)
    if (isProductField(name)) return product(name)
    // Alert rules are recorded under their kind.
    return isOneOf(activityCodes.alert, name) ? t(`values.alert.${name}`) : name.replaceAll('_', ' ')
  }

  const reasonText = (reason: string): string => {
    if (isOneOf(activityReasons, reason)) return t(`reasons.${reason}`)
    return isOneOf(permissions, reason)
      ? t('missingRight', { what: may(reason) })
      : reason.replaceAll('_', ' ')
  }

  function codeText(kind: string, field: string, code: string): string {
    const set = codesOf(kind, field)
    return set !== null && isOneOf(activityCodes[set], code)
      ? t(`values.${set}.${code}` as Parameters<typeof t>[0])
      : code
  }

  function valueText(kind: string, field: string, value: string): string {
    if (value === 'true' || value === 'false') return t(value === 'true' ? 'yes' : 'no')
    if (field === 'amount' && /^\d+$/.test(value)) return t('minorUnits', { amount: value })
    const members = value.startsWith('{') ? membersOf(value) : null
    if (members) return membersText(kind, members)
    const each = (words: (one: string) => string, mark = ', ') => value.split(', ').map(words).join(mark)
    if (listsFields.includes(field)) return each((name) => fieldText(kind, name))
    if (field === 'scopes')
      // Their words hold commas.
      return each((scope) => (isOneOf(permissions, scope) ? may(scope) : scope), '; ')
    if (field === 'event') return kindText(value)
    if (field === 'reason') return reasonText(value)
    if (field === 'outcome' && isOneOf(activityReasons, value)) return t(`reasons.${value}`)
    return each((code) => codeText(kind, field, code))
  }

  const membersText = (kind: string, members: Record<string, unknown>): string =>
    Object.entries(members)
      .map(([name, value]) => {
        const label = fieldText(kind, name)
        if (value === null || value === '') return `${label}: ${t('empty')}`
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        const words = valueText(kind, name, text)
        return text.startsWith('{') ? `${label} (${words})` : `${label}: ${words}`
      })
      .join(', ')

  function changeText(kind: string, { field, from, to }: ActivityChange): string {
    const sideText = (value: string | null | undefined) => {
      if (value === undefined) return t('unknown')
      return value === null ? t('empty') : valueText(kind, field, value)
    }
    return t('change', { from: sideText(from), to: sideText(to) })
  }

  /** Returns an entry's changes and facts in words. The name is empty if the kind already says it. */
  const linesOf = ({ kind, changes, facts }: EntryWords): { name: string; text: string }[] => [
    ...changes.map((change) => ({ name: fieldText(kind, change.field), text: changeText(kind, change) })),
    ...facts.map(({ name, value }) => ({ name: fieldText(kind, name), text: valueText(kind, name, value) })),
  ]

  return { kindText, linesOf }
}

function membersOf(value: string): Record<string, unknown> | null {
  try {
    return JSON.parse(value) as Record<string, unknown>
  } catch {
    return null
  }
}

/** Codes that entries hold, by what they are of. Each has its words in `values` of lib/activity/messages. */
export const activityCodes = {
  alert: alertKinds,
  allowance: allowances,
  channel: ['mail', 'chat'],
  chat: ['slack', 'mattermost', 'discord', 'teams'],
  checkout: checkoutStates,
  difference: ['too_little', 'too_much', 'other_currency', 'paid_again', 'amount_unknown', 'test_payment', 'not_todays_price'],
  encryption: ['tls', 'starttls', 'none'],
  factor: ['totp', 'passkey'],
  job: ['products.bulk', 'products.copy', 'products.import', 'customers.import', 'checkouts.import'],
  job_state: ['reading', 'planning', 'planned', 'running', 'cancelling', 'cancelled', 'done', 'failed'],
  mode: ['sandbox', 'test', 'live'],
  policy: ['accept_all', 'known'],
  role: roles,
  sample: ['successful', 'failed', 'incomplete', 'authorization', 'refund', 'tokenization', 'expired', 'verification'],
  shop_adders: ['administrators', 'owners'],
  status: ['successful', 'failed', 'incomplete', 'expired'],
  target: ['here'],
  token: ['personal', 'service'],
} as const // prettier-ignore
type CodeSet = keyof typeof activityCodes

/** Fields whose values are codes, with the words for them. They mean the same in every kind of entry. */
const byField: Record<string, CodeSet> = {
  allowed: 'allowance',
  channel: 'channel',
  difference: 'difference',
  encryption: 'encryption',
  mode: 'mode',
  role: 'role',
  roles: 'role',
  shop_adders: 'shop_adders',
  status: 'status',
  target: 'target',
  verification_policy: 'policy',
}

/** Fields whose meaning the area of the kind decides. The empty one is the value that changed. */
const byArea: Record<string, Record<string, CodeSet>> = {
  alert: { kind: 'alert' },
  alert_settings: { kind: 'chat' },
  api_token: { kind: 'token' },
  checkout: { '': 'checkout' },
  factor: { kind: 'factor' },
  person: { '': 'role' },
  sample: { kind: 'sample' },
  task: { kind: 'job', state: 'job_state' },
}

export const codesOf = (kind: string, field: string): CodeSet | null =>
  byArea[kind.slice(0, kind.indexOf('.'))]?.[field] ?? byField[field] ?? null
