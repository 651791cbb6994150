import 'server-only'
import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Engine } from '../../db/engine'
import { cardTokens } from '../../card-tokens/server/tables'
import { checkouts, checkoutTemplates } from '../../checkouts/server/tables'
import { customerLinks, customerNotes, customers } from '../../customers/server/tables'
import { forwardingAttempts, forwardingEndpoints, forwardingMessages } from '../../forwarding/server/tables'
import { notificationDeliveries, notifications } from '../../notifications/server/tables'
import { products } from '../../products/server/tables'
import { syncs, searchWords } from '../../core/server/tables/mirrors'
import { apiTokens } from '../../core/server/tables/api-tokens'
import { activity } from '../../core/server/tables/requests'
import { oldSecretKeys, shopLogos, shops } from '../../core/server/tables/shops'
import {
  reconciliationRows,
  reconciliations,
  statementMappings,
} from '../../payments/server/reconciliation/tables'
import { payments, transactionStates } from '../../payments/server/tables'
import { countedShops, paymentDays, paymentFourHours, paymentQuarters } from '../../overview/server/tables'
import { jobRows, jobs } from '../../jobs/server/tables'
import { secretKeyContext } from '../../core/server/shop/load'

/**
 * For tests: the second shop of every installation. Database triggers copy each row of other shops into it, with the
 * same IDs and different content. Code that does not filter by shop then finds two rows, or the wrong one. Personal
 * data are not copied.
 */
export const otherShop = 'shop-362'
/** A word in every text of the other shop, and nowhere else. */
export const otherShopMark = 'ofanothershop'
const otherAmount = 362_362
const otherEmail = `${otherShopMark}@other.example`

type Content = { table: PgTable; content: [column: PgColumn, value: string][]; follows?: PgColumn[] }

const text = `'${otherShopMark}'`
const json = (value: unknown) => `'${JSON.stringify(value)}'::jsonb`
const bytes = (value: unknown) => `convert_to('${JSON.stringify(value)}', 'UTF8')`
const toEach = (columns: PgColumn[], value: string): [PgColumn, string][] =>
  columns.map((column) => [column, value])
const named = json({ name: otherShopMark })

/** Columns that differ in the other shop. All others are the same. */
const contents: Content[] = [
  {
    table: apiTokens,
    content: [
      ...toEach([apiTokens.name, apiTokens.start], text),
      [apiTokens.tokenHash, 'sha256(n.token_hash)'],
    ],
  },
  {
    table: products,
    content: [
      ...toEach([products.name, products.description, products.search], text),
      ...toEach([products.payUrl, products.confirmUrl], `'https://other.example/${otherShopMark}'`),
      ...toEach([products.submitted, products.submissions, products.archivedAt, products.vanishedAt], 'NULL'),
      [products.amount, String(otherAmount)],
      [products.raw, `${named} || jsonb_build_object('id', n.id)`],
    ],
  },
  {
    table: customers,
    content: [
      ...toEach([customers.firstName, customers.lastName, customers.address, customers.city], text),
      ...toEach([customers.externalId, customers.search], text),
      ...toEach([customers.zip, customers.state, customers.phone, customers.ip, customers.contact], 'NULL'),
      ...toEach([customers.mergedInto, customers.anonymisedAt, customers.vanishedAt], 'NULL'),
      ...toEach([customers.notificationWords, customers.phoneticKeys], `'{}'`),
      [customers.email, `'${otherEmail}'`],
      [customers.keys, `ARRAY['email:${otherEmail}']`],
      [customers.labels, `ARRAY[${text}]`],
      [customers.extra, `''`],
      [customers.raw, `jsonb_build_object('id', n.id, 'first_name', ${text})`],
    ],
  },
  { table: customerNotes, content: [[customerNotes.text, text]] },
  { table: customerLinks, content: [] },
  {
    table: checkouts,
    content: [
      ...toEach([checkouts.description, checkouts.trackingId, checkouts.search], text),
      [checkouts.request, json({ order: { description: otherShopMark } })],
      [checkouts.redirectUrl, `'https://other.example/${otherShopMark}'`],
      [checkouts.trackingIds, `ARRAY[${text}]`],
      [checkouts.amount, String(otherAmount)],
      [checkouts.email, `'${otherEmail}'`],
    ],
    follows: [checkouts.token],
  },
  {
    table: checkoutTemplates,
    content: [
      [checkoutTemplates.name, text],
      [checkoutTemplates.fields, json({ description: otherShopMark })],
    ],
  },
  {
    table: notifications,
    content: [
      ...toEach([notifications.description, notifications.message, notifications.trackingId], text),
      ...toEach([notifications.search, notifications.searchPersonal], text),
      ...toEach(
        [notifications.cardTokensSealed, notifications.answer, notifications.anonymisationId],
        'NULL',
      ),
      [notifications.body, bytes({ transaction: { description: otherShopMark } })],
      [notifications.headers, json({ 'x-shop': otherShopMark })],
      [notifications.sourceAddress, `''`],
      [notifications.processedAt, 'coalesce(n.processed_at, n.received_at)'],
      [notifications.amount, String(otherAmount)],
      [notifications.email, `'${otherEmail}'`],
      [notifications.cardLast4, `'0362'`],
      [notifications.keys, `ARRAY['email:${otherEmail}']`],
      // Null would mean one of an earlier release, whose terms a job adds at any time.
      [notifications.searchTerms, `'{}'`],
    ],
    follows: [
      notifications.uid,
      notifications.parentUid,
      notifications.kind,
      notifications.status,
      notifications.type,
      notifications.currency,
      notifications.productId,
      notifications.checkoutId,
      notifications.paymentToken,
    ],
  },
  {
    table: notificationDeliveries,
    content: toEach([notificationDeliveries.sourceAddress, notificationDeliveries.answer], 'NULL'),
  },
  {
    table: cardTokens,
    content: [
      ...toEach([cardTokens.holder, cardTokens.issuerName, cardTokens.search], text),
      [cardTokens.tokenSealed, bytes(otherShopMark)],
      [cardTokens.email, `'${otherEmail}'`],
      [cardTokens.last4, `'0362'`],
      [cardTokens.tokenEnd, `'0362'`],
    ],
  },
  {
    table: jobs,
    content: [
      [jobs.state, `'done'`],
      [jobs.order, named],
      ...toEach([jobs.failure, jobs.lease, jobs.leaseEndsAt, jobs.waitingUntil], 'NULL'),
    ],
  },
  {
    table: jobRows,
    content: [
      [jobRows.state, `'done'`],
      [jobRows.change, named],
      [jobRows.cells, json([otherShopMark])],
      ...toEach([jobRows.before, jobRows.errors, jobRows.keys], 'NULL'),
    ],
  },
  {
    table: forwardingEndpoints,
    content: [
      [forwardingEndpoints.name, text],
      [forwardingEndpoints.url, `'https://other.example/${otherShopMark}'`],
      [forwardingEndpoints.secretSealed, bytes(otherShopMark)],
    ],
  },
  {
    table: forwardingMessages,
    content: [
      [forwardingMessages.state, `'delivered'`],
      [forwardingMessages.nextAttemptAt, 'NULL'],
      [forwardingMessages.lastError, text],
    ],
  },
  { table: forwardingAttempts, content: [[forwardingAttempts.answer, text]] },
  { table: oldSecretKeys, content: [[oldSecretKeys.keySealed, bytes(otherShopMark)]] },
  { table: shopLogos, content: [[shopLogos.bytes, bytes(otherShopMark)]] },
  { table: activity, content: [[activity.detail, named]] },
  { table: searchWords, content: [[searchWords.word, `md5(n.word) || ${text}`]] },
  {
    table: transactionStates,
    content: [
      [transactionStates.amount, String(otherAmount)],
      [transactionStates.reason, text],
    ],
  },
  {
    table: payments,
    content: [
      [payments.paid, String(otherAmount)],
      [payments.askedCurrency, text],
    ],
  },
  {
    table: reconciliations,
    content: [
      [reconciliations.fileName, text],
      [reconciliations.state, `'undone'`],
    ],
  },
  {
    table: reconciliationRows,
    content: [
      ...toEach([reconciliationRows.trackingId, reconciliationRows.amountText], text),
      [reconciliationRows.amount, String(otherAmount)],
    ],
  },
  { table: statementMappings, content: [[statementMappings.mapping, named]] },
  { table: paymentQuarters, content: [[paymentQuarters.paid, String(otherAmount)]] },
  { table: paymentFourHours, content: [[paymentFourHours.paid, String(otherAmount)]] },
  { table: paymentDays, content: [[paymentDays.paid, String(otherAmount)]] },
]

/** Installs the triggers that fill the other shop, in the template of all test databases. */
export async function fillOtherShop({ db }: Engine): Promise<void> {
  for (const one of contents) {
    await db.execute(sql.raw(insertTrigger(one)))
    if (one.follows) await db.execute(sql.raw(updateTrigger(one.table, one.follows)))
  }
}

function insertTrigger({ table, content }: Content): string {
  const values = new Map(content.map(([column, value]) => [column.name, value]))
  const columns = Object.values(getTableColumns(table)).map(({ name }) => name)
  const value = (name: string) =>
    name === 'shop_id' ? `'${otherShop}'` : (values.get(name) ?? `n."${name}"`)
  return trigger(
    table,
    'INSERT',
    `INSERT INTO ${getTableName(table)} (${columns.map((name) => `"${name}"`).join(', ')})
     SELECT ${columns.map(value).join(', ')} FROM added n
     WHERE n.shop_id <> '${otherShop}' AND EXISTS (SELECT 1 FROM shops WHERE id = '${otherShop}')
     ON CONFLICT DO NOTHING;`,
  )
}

/** Returns a trigger that copies IDs that are set after the insert. */
function updateTrigger(table: PgTable, columns: PgColumn[]): string {
  const sets = columns.map(({ name }) => `"${name}" = n."${name}"`).join(', ')
  const [first] = columns
  return trigger(
    table,
    'UPDATE',
    `UPDATE ${getTableName(table)} other SET ${sets} FROM added n
     WHERE other.shop_id = '${otherShop}' AND n.shop_id <> '${otherShop}' AND other.id = n.id
       AND other."${first?.name}" IS NULL AND n."${first?.name}" IS NOT NULL;`,
  )
}

const trigger = (table: PgTable, event: 'INSERT' | 'UPDATE', statement: string): string => {
  const name = `other_shop_${event.toLowerCase()}_${getTableName(table)}`
  return `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement} RETURN NULL; END $$;
    CREATE TRIGGER other_shop_${event.toLowerCase()} AFTER ${event} ON ${getTableName(table)}
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ${name}()`
}

/** Inserts the other shop, as just synced. Call before inserting anything else. */
export async function insertOtherShop(
  { db, sealer }: Engine,
  gatewayUrl = 'http://127.0.0.1:9',
): Promise<void> {
  await db.insert(shops).values({
    id: otherShop,
    name: otherShopMark,
    mode: 'live',
    gatewayShopId: 362,
    secretKeySealed: sealer.seal(`secret key ${otherShopMark}`, secretKeyContext(otherShop)),
    hookKey: `key-${otherShopMark}`,
    publicKey: null,
    gatewayUrl,
    apmUrl: gatewayUrl,
    checkoutUrl: gatewayUrl,
  })
  const syncedAt: SQL = sql`now()`
  await db.insert(syncs).values([
    { shopId: otherShop, resource: 'products', syncedAt },
    { shopId: otherShop, resource: 'customers', syncedAt },
  ])
  await db.insert(countedShops).values({ shopId: otherShop, doneAt: new Date() })
}

export async function stopFillingOtherShop({ db }: Engine): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(
    sql`SELECT proname AS name FROM pg_proc WHERE proname LIKE 'other\\_shop\\_%'`,
  )
  for (const { name } of rows) await db.execute(sql`DROP FUNCTION ${sql.identifier(name)} CASCADE`)
}
