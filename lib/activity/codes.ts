import { alertKinds } from '../alerts/kinds'
import { checkoutStates } from '../checkouts/state'
import { allowances, roles } from '../core/permissions'

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
export type CodeSet = keyof typeof activityCodes

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
