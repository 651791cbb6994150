import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import { isoText } from '../../../core/server/sql'
import { outcomeOf, roleOf, transactionStatuses, transactionTypes } from '../../state'
import type { ReconciliationRow } from './tables'

/** The type that a statement would give a transaction, or its role if a statement has no type for it. */
export const typeInStatement = (type: string): string => {
  const role = roleOf(type)
  if (role === 'capture') return 'payment'
  return role === 'void' ? 'refund' : role
}

/** SQL: the type of transaction `t`, as statements name it. */
export const recordedType = sql.raw(
  `CASE coalesce(t.type, CASE WHEN t.parent_uid IS NULL THEN 'payment' END) ${transactionTypes
    .map((type) => `WHEN '${type}' THEN '${typeInStatement(type)}'`)
    .join(' ')} ELSE 'other' END`,
)

const listOf = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ')
/** SQL: the statuses of transactions that succeeded, as a list. */
export const succeeded = sql.raw(
  listOf(transactionStatuses.filter((status) => outcomeOf(status) === 'succeeded')),
)
const whereSucceeded = sql`coalesce(t.status IN (${succeeded}), false)`

/** Days between the two sides that are no difference: a payment may be booked on the next day. */
const daysApart = 1

/** SQL: whether transaction `t` is a test. All of a payment is one if any of its transactions says so. */
const recordedTest = sql`coalesce(
  (SELECT p.test FROM payments p WHERE p.shop_id = t.shop_id AND p.uid = coalesce(t.root_uid, t.uid)), t.test)`

/** SQL: how row `r` and transaction `t` differ, as an array. */
export function differencesOf({ mapping }: ReconciliationRow, { isLive }: { isLive: boolean }): SQL {
  // The sign alone does not distinguish a chargeback from a refund.
  const hasType = mapping.columns.includes('type')
  const type = hasType
    ? recordedType
    : sql`CASE WHEN ${recordedType} = 'chargeback' THEN 'refund' ELSE ${recordedType} END`
  const test = isLive
    ? sql`CASE WHEN coalesce(r.test, false) <> coalesce(${recordedTest}, false) THEN 'test' END`
    : sql`NULL`
  return sql`array_remove(ARRAY[
    CASE WHEN r.amount IS NULL OR t.amount IS NULL THEN 'amount_unknown' WHEN r.amount <> t.amount THEN 'amount' END,
    CASE WHEN 'sign' = ANY(r.problems) THEN 'sign' END,
    CASE WHEN r.currency IS NOT NULL AND r.currency IS DISTINCT FROM t.currency THEN 'currency' END,
    CASE WHEN r.type IS NOT NULL AND r.type <> ${type} THEN 'type' END,
    CASE WHEN r.status IS NOT NULL AND (r.status = 'successful') <> ${whereSucceeded} THEN 'status' END,
    CASE WHEN abs((t.at AT TIME ZONE ${mapping.zone})::date - r.day) > ${daysApart} THEN 'day' END,
    ${test}
  ]::text[], NULL)`
}

/** SQL: transaction `t` as `TransactionSide`, with the tracking ID `tracking`. */
export const recordedSide = ({ mapping }: ReconciliationRow, tracking: SQL): SQL => sql`jsonb_build_object(
  'uid', t.uid, 'tracking_id', ${tracking}, 'type', t.type, 'status', t.status, 'amount', t.amount, 'amount_text', NULL,
  'currency', t.currency, 'at', ${isoText(sql`t.at`)},
  'day', (t.at AT TIME ZONE ${mapping.zone})::date, 'test', ${recordedTest}, 'authenticity', t.authenticity)`
