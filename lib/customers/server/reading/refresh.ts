import 'server-only'
import { and, eq, inArray, or, isNotNull, ne, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { learnWords } from '../../../core/server/lists/words'
import { recordset } from '../../../core/server/sql'
import { customers } from '../tables'
import { withMerged, withMergeTargets } from '../merging/joined'
import { customerKeys } from '../keys'
import { transactionsOf } from './transactions'
import { extraSearchText, ownSearchText, misspellableTexts, phoneticKeysOfNames } from '../listing/search'

/** Notifications that supply search words, newest first. */
const maxWordSources = 200

/** Returns those of these customers that the condition holds for. */
export async function customersWhere(
  tx: Database,
  shopId: string,
  ids: readonly string[],
  condition: SQL | undefined,
): Promise<string[]> {
  const rows = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(eq(customers.shopId, shopId), sql`${customers.id} = ANY(${sql.param(ids)}::text[])`, condition),
    )
  return rows.map(({ id }) => id)
}

/** As {@link refreshCustomers}, but only for customers with local data. */
export async function refreshCustomersWithLocalData(
  tx: Database,
  shopId: string,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  const whereLocalData = or(
    isNotNull(customers.contact),
    isNotNull(customers.mergedInto),
    ne(customers.extra, ''),
  )
  await refreshCustomers(tx, shopId, await customersWhere(tx, shopId, ids, whereLocalData))
}

/**
 * Recomputes the search text, keys and last payment from local data and notifications, for these customers and those
 * they were merged into. Skips anonymised customers.
 */
export async function refreshCustomers(tx: Database, shopId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const touched = await withMergeTargets(tx, shopId, ids)
  const trees = await withMerged(tx, shopId, touched)
  const rows = await tx
    .select(columns)
    .from(customers)
    .where(and(eq(customers.shopId, shopId), inArray(customers.id, trees)))
    .orderBy(customers.id)
    .for('update')
  const reported = await notificationWordsOf(tx, shopId, trees)
  const all = rows.map((row) => ({
    ...row,
    notificationWords: row.anonymisedAt ? [] : (reported.get(row.id)?.words ?? []),
    paidAt: reported.get(row.id)?.paidAt ?? null,
  }))
  const touchedIds = new Set(touched)
  const changed = all
    .filter(({ id }) => touchedIds.has(id))
    .map((row) => ({ shopId, ...refreshed(row, all) }))
  const texts = all.flatMap(({ contact, anonymisedAt }) =>
    anonymisedAt ? [] : misspellableTexts({ ...contact }),
  )
  await learnWords(tx, shopId, 'customers', texts)
  await tx.execute(sql`
    UPDATE customers c SET heard = new.heard, extra = new.extra, keys = new.keys, last_paid_at = new.last_paid_at,
      search = new.search, sounds = new.sounds
    FROM ${recordset(customers, changed)} new
    WHERE c.shop_id = new.shop_id AND c.id = new.id AND c.anonymised_at IS NULL`)
}

const columns = {
  id: customers.id,
  firstName: customers.firstName,
  lastName: customers.lastName,
  email: customers.email,
  phone: customers.phone,
  city: customers.city,
  externalId: customers.externalId,
  ip: customers.ip,
  contact: customers.contact,
  mergedInto: customers.mergedInto,
  anonymisedAt: customers.anonymisedAt,
}
type Row = Pick<typeof customers.$inferSelect, keyof typeof columns> & {
  notificationWords: string[]
  paidAt: string | null
}

/** Returns what changes of a customer, by the names of the columns. */
function refreshed(row: Row, all: Row[]) {
  const under = (id: string): Row[] =>
    all.filter(({ mergedInto }) => mergedInto === id).flatMap((one) => [one, ...under(one.id)])
  const joined = under(row.id)
  const named = joined.filter(({ anonymisedAt }) => !anonymisedAt)
  const extra = extraSearchText(row, named)
  const own = ownSearchText(row)
  const paid = [row, ...joined].flatMap(({ paidAt }) => paidAt ?? [])
  return {
    id: row.id,
    heard: row.notificationWords,
    extra,
    search: extra === '' ? own : `${own}\n${extra}`,
    sounds: phoneticKeysOfNames([row, ...named]),
    keys: customerKeys(row, row.contact),
    lastPaidAt: paid.toSorted().at(-1) ?? null,
  }
}

type ReportedWords = { words: string[]; paidAt: string | null }

async function notificationWordsOf(
  tx: Database,
  shopId: string,
  ids: string[],
): Promise<Map<string, ReportedWords>> {
  const theirs = sql`FROM customer_links l JOIN notifications n ON n.shop_id = l.shop_id AND n.id = l.notification_id
    WHERE l.shop_id = ${shopId} AND l.customer_id = given.id`
  const order = sql`ORDER BY l.at DESC, l.notification_id DESC`
  // `OFFSET 0` keeps this order: without table statistics, a planner goes through the states of the whole shop for each
  // customer.
  const { rows } = await tx.execute<{
    id: string
    words: (string | null)[] | null
    paid_at: string | null
  }>(sql`
    SELECT given.id, (
      SELECT array_agg(card) || array_agg(tracking)
      FROM (SELECT n.card_last_4 AS card, n.tracking_id AS tracking ${theirs} ${order} LIMIT ${maxWordSources}) newest
    ) AS words, (
      SELECT to_char(max(t.at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
      FROM (SELECT uid FROM (${transactionsOf(shopId, sql`ARRAY[given.id]`)}) all_own OFFSET 0) own, LATERAL (
        SELECT s.at, s.counts_as FROM transaction_states s WHERE s.shop_id = ${shopId} AND s.uid = own.uid OFFSET 0) t
      WHERE t.counts_as = 'paid'
    ) AS paid_at
    FROM unnest(${sql.param(ids)}::text[]) given (id)`)
  return new Map(
    rows.map(({ id, words, paid_at }) => [id, { words: distinct(words ?? []), paidAt: paid_at }]),
  )
}

/** A tracking ID may contain several, separated by semicolons. */
const distinct = (words: (string | null)[]): string[] => [
  ...new Set(words.flatMap((word) => word?.split(';') ?? []).flatMap((word) => word.trim() || [])),
]
