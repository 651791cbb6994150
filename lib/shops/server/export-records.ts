import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { ShopContext } from '../../core/server/context'
import type { Database } from '../../db/database'
import type { Names } from '../../notifications/server/redaction/anonymise'
import { shownBody } from '../../notifications/server/redaction/anonymisations'

/** Tables in an export of the shop, one file each. */
export const exportedTables = [
  'products',
  'customers',
  'customer_notes',
  'customer_links',
  'checkouts',
  'checkout_templates',
  'payments',
  'payment_notes',
  'transaction_states',
  'reconciliations',
  'reconciliation_rows',
  'statement_mappings',
  'notifications',
  'notification_deliveries',
  'card_tokens',
  'forwarding_endpoints',
  'forwarding_messages',
  'forwarding_attempts',
  'alerts',
  'alert_messages',
  'alert_settings',
  'invitations',
  'tasks',
  'task_rows',
  'activity',
] as const

/** Tables that it leaves out: keys, data derived from other tables, and what only Counterfoil itself needs. */
export const leftOutTables = [
  'old_secret_keys',
  'old_hook_keys',
  'api_tokens', // Keys.
  'memberships', // In people.ndjson, with names.
  'payment_days',
  'payment_quarters',
  'payment_four_hours',
  'counted_shops',
  'filled_payments',
  'search_words',
  'syncs',
  'blankings',
  'idempotency_keys',
  'dismissed_steps',
  'removed_card_tokens', // Hashes.
  'activity_seals', // Hashes, which only the command verify-activity reads.
  'shop_logos', // A picture that the merchant gave.
] as const

/**
 * Columns that it leaves out: search texts, which repeat other columns, and leases. It also omits all columns of bytes,
 * which are sealed secrets and hashes.
 */
const leftOutColumns = [
  'hook_key',
  'search',
  'search_personal',
  'search_terms',
  'heard',
  'sounds',
  'extra',
  'keys',
  'fingerprint',
  'lease',
  'lease_ends_at',
  'leased_until',
  'marks',
]

/**
 * Replacements for values about another shop, to which an owner of this one may not belong: where a copy of products
 * came from, and the IDs of products there (lib/jobs/server/answer.ts). Signatures are left out like hashes: each tells
 * anyone with the public key the hash of what was posted.
 */
const shownInstead: Partial<Record<string, SQL>> = {
  notifications: sql`jsonb_build_object('headers', t.headers - 'content-signature')`,
  tasks: sql`CASE WHEN t.kind = 'products.copy'
    THEN jsonb_build_object('order', t."order" - ARRAY['from', 'selection']) ELSE '{}' END`,
  task_rows: sql`CASE WHEN EXISTS (
      SELECT FROM tasks WHERE tasks.shop_id = t.shop_id AND tasks.id = t.task_id AND tasks.kind = 'products.copy')
    THEN '{"cells": null}'::jsonb ELSE '{}' END`,
}

/** Bodies of notifications are up to 1 MiB. */
const batchRows = { notifications: 50, others: 1000 }

type Columns = { omitted: SQL; key: { name: string; type: string }[] }

/** Yields the rows of a table of the shop as lines of JSON, batch by batch in the order of its key. */
export async function* recordsOf(
  { engine: { db }, shop }: Pick<ShopContext, 'engine' | 'shop'>,
  table: string,
): AsyncGenerator<string[], void> {
  const { omitted, key } = await columnsOf(db, table)
  const isNotifications = table === 'notifications'
  const instead = shownInstead[table] ?? sql`'{}'`
  const limit = isNotifications ? batchRows.notifications : batchRows.others
  const names = sql.join(
    key.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  for (let after: string[] | undefined; ;) {
    const rest = after && sql`AND (${names}) > (${placeOf(key, after)})`
    const { rows } = await db.execute<{ row: string; place: string[] } & Partial<Body>>(sql`
      SELECT ((to_jsonb(t) - ${omitted}) || ${instead})::text AS row, ARRAY[${textsOf(key)}] AS place ${isNotifications ? bodyColumns : sql``}
      FROM ${sql.identifier(table)} t WHERE shop_id = ${shop.id} ${rest} ORDER BY ${names} LIMIT ${limit}`)
    yield rows.map(({ row, body, people = null }) => `${body ? withBody(row, { body, people }) : row}\n`)
    after = rows.at(-1)?.place
    if (!after || rows.length < limit) return
  }
}

/**
 * Returns the shop's own row: what it is, and its settings. Of the endpoint that answers verification requests only
 * whether there is one: its address may contain a secret.
 */
export async function shopRecordOf({
  engine: { db },
  shop,
}: Pick<ShopContext, 'engine' | 'shop'>): Promise<Record<string, unknown>> {
  const { omitted } = await columnsOf(db, 'shops')
  const { rows } = await db.execute<{ row: Record<string, unknown> }>(sql`
    SELECT to_jsonb(t) - ${omitted} - 'verification_endpoint'
      || jsonb_build_object('has_verification_endpoint', verification_endpoint IS NOT NULL) AS row
    FROM shops t WHERE id = ${shop.id}`)
  if (!rows[0]) throw new Error('a shop that somebody is in is gone')
  return rows[0].row
}

/** `people`: those whose anonymisation has not reached the body yet. */
type Body = { body: Uint8Array; people: Names | null }
const bodyColumns = sql`, body, (SELECT names FROM blankings b WHERE b.shop_id = t.shop_id AND b.id = t.blanking_id) AS people`

/** A stored body has no card numbers and no card tokens. */
const withBody = (row: string, { body, people }: Body): string =>
  `${row.slice(0, -1)}, "body": ${JSON.stringify(shownBody(Buffer.from(body), people).toString('utf8'))}}`

const textsOf = (key: Columns['key']): SQL =>
  sql.join(
    key.map(({ name }) => sql`${sql.identifier(name)}::text`),
    sql`, `,
  )

const placeOf = (key: Columns['key'], after: string[]): SQL =>
  sql.join(
    key.map(({ type }, at) => sql`${after[at]}::${sql.raw(type)}`),
    sql`, `,
  )

async function columnsOf(db: Database, table: string): Promise<Columns> {
  const { rows: bytes } = await db.execute<{ name: string }>(sql`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ${table} AND data_type = 'bytea'`)
  const { rows: key } = await db.execute<{ name: string; type: string }>(sql`
    SELECT attname AS name, format_type(atttypid, NULL) AS type
    FROM pg_index, unnest(indkey) WITH ORDINALITY AS of_key (number, position), pg_attribute
    WHERE indrelid = ${`public.${table}`}::regclass AND indisprimary AND attrelid = indrelid AND attnum = number
    ORDER BY position`)
  const names = [...leftOutColumns, ...bytes.map(({ name }) => name)]
  const list = sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )
  return { omitted: sql`ARRAY[${list}]::text[]`, key }
}
