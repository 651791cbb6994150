import 'server-only'
import { sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../db/database'
import { groupCommit } from '../../db/group-commit'
import type { Verdict } from './authenticity'

export type Received = {
  shopId: string
  body: Buffer
  fingerprint: Buffer
  headers: Record<string, string>
  receivedAt: Date
} & Verdict

export type Stored = { shopId: string; id: string }

/** Repetitions within one flush become one row with a count: a statement cannot touch a row twice. */
function merge(rows: Received[]): { unique: (Received & { count: number })[]; keys: string[] } {
  const unique = new Map<string, Received & { count: number }>()
  const keys = rows.map((row) => `${row.shopId} ${row.authenticity} ${row.fingerprint.toString('hex')}`)
  rows.forEach((row, index) => {
    const key = keys[index] as string
    const earlier = unique.get(key)
    if (earlier) earlier.count += 1
    else unique.set(key, { ...row, count: 1 })
  })
  return { unique: [...unique.values()], keys }
}

/**
 * Stores notifications, many callers to one durable commit. The same body with the same evidence is counted
 * on the row it has; with other evidence it is a row of its own.
 */
export const notificationStore = (db: Database) =>
  groupCommit<Received, Stored>(async (rows) => {
    const { unique, keys } = merge(rows)
    const column = <Value>(pick: (row: Received & { count: number }) => Value) => sql.param(unique.map(pick))
    const { rows: stored } = await db.execute<Stored & { key: string }>(sql`
      INSERT INTO notifications AS mine (shop_id, id, received_at, last_received_at, delivery_count, body,
        fingerprint, headers, signature, credentials, authenticity)
      SELECT shop_id, id, at::timestamptz, at::timestamptz, count, decode(body, 'base64'), decode(fingerprint, 'hex'),
        headers::jsonb, signature, credentials, authenticity
      FROM unnest(${column((row) => row.shopId)}::text[], ${column(() => uuidv7())}::uuid[],
        ${column((row) => row.receivedAt.toISOString())}::text[], ${column((row) => row.count)}::int[],
        ${column((row) => row.body.toString('base64'))}::text[], ${column((row) => row.fingerprint.toString('hex'))}::text[],
        ${column((row) => JSON.stringify(row.headers))}::text[], ${column((row) => row.signature)}::text[],
        ${column((row) => row.credentials)}::text[], ${column((row) => row.authenticity)}::text[])
        AS incoming (shop_id, id, at, count, body, fingerprint, headers, signature, credentials, authenticity)
      ON CONFLICT (shop_id, fingerprint, authenticity) DO UPDATE
        SET delivery_count = mine.delivery_count + excluded.delivery_count, last_received_at = excluded.last_received_at
      RETURNING mine.shop_id AS "shopId", mine.id,
        mine.shop_id || ' ' || mine.authenticity || ' ' || encode(mine.fingerprint, 'hex') AS key`)
    const byKey = new Map(stored.map(({ key, shopId, id }) => [key, { shopId, id }]))
    return keys.map((key) => byKey.get(key)).filter((row): row is Stored => row !== undefined)
  })
