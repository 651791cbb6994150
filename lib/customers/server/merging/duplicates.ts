import 'server-only'
import { and, arrayOverlaps, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { isSamePhone } from '../../../core/phone'
import type { Database } from '../../../db/database'
import { titleOf } from '../../name'
import {
  duplicateReasons,
  type CustomerDuplicate,
  type DuplicateQuery,
  type LocalContact,
} from '../../schema'
import { itemColumns, toItem } from '../listing/item'
import { customerKeys, duplicateKeys, emailKey, externalIdKey } from '../keys'
import { mergeTopsOf } from './joined'
import { maxSharing } from './link'
import type { CustomerRow } from '../reading/mirror'
import { customers } from '../tables'

const maxShown = 20
/** More customers are read than shown: the same last digits may belong to different phone numbers. */
const maxCandidates = 200

type Sought = DuplicateQuery & { contact?: LocalContact | null }
type Held = Pick<CustomerRow, 'keys' | 'phone' | 'contact'>
export type DuplicateReason = CustomerDuplicate['reasons'][number]

function reasonsOf({ contact, ...sought }: Sought, held: Held): DuplicateReason[] {
  const has = (wanted: string[]) => wanted.some((key) => held.keys.includes(key))
  const phones = [sought.phone, contact?.phone].filter(Boolean)
  const isSame = phones.some(
    (phone) => isSamePhone(phone, held.phone) || isSamePhone(phone, held.contact?.phone),
  )
  return [
    ...(has([...emailKey(sought.email), ...emailKey(contact?.email)]) ? (['email'] as const) : []),
    ...(isSame ? (['phone'] as const) : []),
    ...(has(externalIdKey(sought.external_id)) ? (['external_id'] as const) : []),
  ]
}

/**
 * Returns customers with the same e-mail address, phone number or merchant's ID as `sought`, newest first. Not all, if
 * many share a key. For a merged customer, returns the one at the top of its merge tree. `except`: IDs to leave out.
 */
export async function findDuplicates(
  { engine: { db }, shop, actor }: ActorContext,
  sought: Sought,
  except: string[] = [],
): Promise<CustomerDuplicate[]> {
  const keys = customerKeys({ ...sought, externalId: sought.external_id }, sought.contact)
  if (keys.length === 0) return []
  const whereKnown = and(eq(customers.shopId, shop.id), isNull(customers.vanishedAt))
  const { id, phone, contact } = customers
  const held = await db
    .select({ id, keys: customers.keys, phone, contact })
    .from(customers)
    .where(
      and(
        whereKnown,
        arrayOverlaps(customers.keys, keys),
        except.length > 0 ? notInArray(id, except) : undefined,
      ),
    )
    .limit(maxCandidates)
  const found = held
    .map((one) => ({ id: one.id, reasons: reasonsOf(sought, one) }))
    .filter(({ reasons }) => reasons.length > 0)
  if (found.length === 0) return []
  const left = await mergeTopsOf(
    db,
    shop.id,
    found.map((one) => one.id),
  )
  const rows = await db
    .select(itemColumns)
    .from(customers)
    .where(and(whereKnown, inArray(id, [...left.values()])))
  return rows
    .map((row) => {
      const theirs = found.flatMap((one) => (left.get(one.id) === row.id ? one.reasons : []))
      return {
        ...toItem(row, actor),
        reasons: duplicateReasons.filter((reason) => theirs.includes(reason)),
      }
    })
    .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
    .slice(0, maxShown)
}

/**
 * The best matching customer. `more`: how many others match, up to a limit. `isHint`: only the phone number is the same,
 * which families and companies share.
 */
export type Match = {
  id: string
  name: string
  reasons: DuplicateReason[]
  more: number
  isHint: boolean
}

const isOnlyPhone = (reasons: readonly DuplicateReason[]): boolean =>
  reasons.every((reason) => reason === 'phone')

/** Maximum number of customers read per key. */
const maxCandidatesPerKey = 50

/** Returns the best match for each of `sought`, or null. Runs one statement for all. Anonymised customers never match. */
export async function matchCustomers(
  { engine, shop }: ShopContext,
  sought: readonly DuplicateQuery[],
): Promise<(Match | null)[]> {
  const keysOf = sought.map((one) => duplicateKeys({ ...one, externalId: one.external_id }))
  const keys = [...new Set(keysOf.flat())]
  if (keys.length === 0) return sought.map(() => null)
  // Looks up each key separately, so that a key shared by thousands does not hide others. OFFSET 0 makes the planner
  // use the index of keys: with the limit or the shop in view, it scans all the shop's customers for each key.
  const { rows } = await engine.db.execute<Held & Parameters<typeof titleOf>[0] & { key: string }>(sql`
    SELECT wanted.key, found.* FROM unnest(${sql.param(keys)}::text[]) wanted (key)
    CROSS JOIN LATERAL (SELECT * FROM (
      SELECT shop_id, id, first_name, last_name, email, keys, phone, contact, vanished_at FROM ${customers}
      WHERE ${customers.keys} @> ARRAY[wanted.key] OFFSET 0) having_it
      WHERE having_it.shop_id = ${shop.id} AND having_it.vanished_at IS NULL LIMIT ${maxCandidatesPerKey}) found`)
  const byKey = new Map<string, typeof rows>()
  for (const row of rows) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row])
  return sought.map((one, at) => {
    const found = (keysOf[at] ?? []).flatMap((key) => byKey.get(key) ?? [])
    const held = new Map(found.map((row) => [row.id, row]))
    return best(
      [...held.values()].map((row) => ({ id: row.id, name: titleOf(row), reasons: reasonsOf(one, row) })),
    )
  })
}

function best(found: Pick<Match, 'id' | 'name' | 'reasons'>[]): Match | null {
  const all = found.filter(({ reasons }) => reasons.length > 0)
  const same = all.filter(({ reasons }) => !isOnlyPhone(reasons))
  const matches = (same.length > 0 ? same : all).toSorted(
    (one, other) => other.reasons.length - one.reasons.length || (one.id < other.id ? -1 : 1),
  )
  const [first] = matches
  return first ? { ...first, more: matches.length - 1, isHint: same.length === 0 } : null
}

/**
 * Returns, for each customer with duplicates, the IDs of all customers that are the same person, including its own.
 * Follows merges, shared e-mail addresses and shared IDs in the merchant's system, transitively. Ignores keys that more
 * than `maxSharing` customers share.
 */
export async function samePersonOf(
  db: Database,
  shopId: string,
  ids: string[],
): Promise<Map<string, string[]>> {
  const beside = new Map<string, Set<string>>()
  const seen = new Set(ids)
  for (let next = ids; next.length > 0;) {
    const found: string[] = []
    for (const [one, other] of await pairs(db, shopId, next)) {
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const)
        // prettier-ignore
        beside.set(from, (beside.get(from) ?? new Set()).add(to))
      found.push(one, other)
    }
    next = [...new Set(found)].filter((id) => !seen.has(id))
    for (const id of next) seen.add(id)
  }
  const groups = new Map<string, string[]>()
  for (const group of groupsOf(beside)) for (const id of group) groups.set(id, group)
  return new Map(ids.flatMap((id) => (groups.has(id) ? [[id, groups.get(id) ?? []]] : [])))
}

function groupsOf(beside: Map<string, Set<string>>): string[][] {
  const seen = new Set<string>()
  const groups: string[][] = []
  for (const first of beside.keys()) {
    if (seen.has(first)) continue
    seen.add(first)
    const group = [first]
    for (const id of group)
      for (const other of beside.get(id) ?? []) {
        if (seen.has(other)) continue
        seen.add(other)
        group.push(other)
      }
    groups.push(group)
  }
  return groups
}

async function pairs(db: Database, shopId: string, ids: string[]): Promise<[string, string][]> {
  const these = sql`${sql.param(ids)}::text[]`
  const { rows } = await db.execute<{ one: string; other: string }>(sql`
    WITH mine AS MATERIALIZED (
      SELECT id, merged_into, keys FROM customers WHERE shop_id = ${shopId} AND id = ANY(${these})
    ), shared AS (
      SELECT ids FROM (SELECT DISTINCT key FROM mine, unnest(keys) key WHERE key ~ '^(email|external_id):') given,
        LATERAL (SELECT array_agg(id) AS ids FROM (
          SELECT id FROM customers WHERE keys @> ARRAY[key] AND shop_id = ${shopId} LIMIT ${maxSharing + 1}) having_it) all_of_it
      WHERE cardinality(ids) BETWEEN 2 AND ${maxSharing}
    )
    SELECT id AS one, merged_into AS other FROM mine WHERE merged_into IS NOT NULL
    UNION SELECT merged_into, id FROM customers WHERE shop_id = ${shopId} AND merged_into = ANY(${these})
    UNION SELECT ids[1], unnest(ids[2:]) FROM shared`)
  return rows.map(({ one, other }) => [one, other])
}
