import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { ShopContext } from '../../../core/server/context'
import { learnWords } from '../../../core/server/lists/words'
import { syncIfOlder, syncNow, syncIfStaleInBackground } from '../../../core/server/mirror/keep-fresh'
import { lastSync as lastSyncOf, type LastSync } from '../../../core/server/mirror/lease'
import { confirmedAt, type Listed, type Mirror, instantOf, upsert } from '../../../core/server/mirror/mirror'
import type { SyncOutcome } from '../../../core/server/mirror/sync'
import { searchText } from '../../../core/server/search/fold'
import type { Database } from '../../../db/database'
import { productReply, type ProductCreate, type ProductReply } from '../../../gateway/products/product'
import { askAgainSeconds, dryRunNeedsSince } from '../../../jobs/server/fresh-list'
import { Later } from '../../../jobs/server/kinds'
import { withOutsideChangesRecorded } from '../changing/changes'
import { columnOf, productFieldNames, productFieldRows, unechoedFields } from '../../fields'
import { byColumn, columnValues } from './columns'
import { products, type ProductRow } from '../tables'

/** What we sent. The only source of values that the gateway may not echo. `at`: when the gateway had taken it. */
export type Submission = { fields: Partial<ProductCreate>; by: string; at: Date }

/**
 * Writes the gateway's products into the mirror. `syncedAt` is when the gateway was asked: an older answer never
 * overwrites a newer one. Our own write (`submission`) always wins: another instance's clock may be ahead, and what was
 * submitted is stored nowhere else. Earlier submissions are merged.
 */
export async function mirrorProducts(
  db: Database,
  shopId: string,
  replies: ProductReply[],
  syncedAt: Date,
  submission?: Submission,
): Promise<void> {
  // One statement cannot update a row twice, and the gateway may list a product twice.
  const unique = [...new Map(replies.map((reply) => [reply.id, reply])).values()]
  const rows = unique.map((reply) => ({
    ...toRow(shopId, withSubmitted(reply, submission), syncedAt),
    raw: reply,
    submitted: submission?.fields,
    submittedAt: submission?.at,
    submittedBy: submission?.by,
    submissions: submission && submissionsOf(submission),
  }))
  await writeRows(db, shopId, rows, submission ? sql`true` : whereOlder)
}

export const productMirror: Mirror<ProductReply> = {
  resource: 'products',
  live: 'products',
  table: products,
  searchIndex: 'products_search',
  // An added field is read from the stored replies of existing products.
  version: `5 ${productFieldNames.join(' ')}`,
  address: ({ shop }) => `${shop.apmUrl}/products`,
  reply: productReply,
  write: (db, { shop }, listed: Listed<ProductReply>[], at) => {
    const shopId = shop.id
    const rows = listed.map(({ reply, fingerprint }) => ({
      ...toRow(shopId, reply, at),
      raw: reply,
      fingerprint,
    }))
    const ids = rows.map(({ id }) => id)
    return withOutsideChangesRecorded(db, shopId, ids, () => writeRows(db, shopId, rows, whereOlder))
  },
}

async function writeRows(
  db: Database,
  shopId: string,
  rows: ReturnType<typeof toRow>[],
  when: SQL,
): Promise<void> {
  await upsert(db, products, { rows, set: takeNew, when })
  const texts = rows.flatMap(({ name, description }) => [name ?? '', description ?? ''])
  await learnWords(db, shopId, 'products', texts)
}

export const submissionsOf = ({ fields, by, at }: Submission) =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, { at: at.toISOString(), by }]))

const whereOlder = sql`greatest(${confirmedAt(products, 'products')}, ${products.submittedAt}, ${products.vanishedAt}) <= excluded.synced_at`

const excluded = (column: { name: string }) => sql`excluded.${sql.identifier(column.name)}`

/**
 * Until when the replaced price is known to have been valid: for our own change, until the new one. Somebody else may
 * have changed it at any time since the last confirmation, as the gateway's `updated_at` also changes with a sale.
 * Between this and `price_since` the price is unknown.
 */
const knownUntil = sql`CASE WHEN excluded.submitted ?| ARRAY['amount', 'currency'] THEN excluded.price_since
  ELSE least(${confirmedAt(products, 'products')}, excluded.price_since) END`

const whereNewPrice = sql`(${products.amount}, ${products.currency}) IS DISTINCT FROM (excluded.amount, excluded.currency)`

/** Columns that `toRow` fills. The others hold what only Counterfoil knows. A new column must be sorted into one of them. */
type ToldColumn = Exclude<
  keyof ProductRow,
  | 'earlierPrices'
  | 'raw'
  | 'fingerprint'
  | 'submitted'
  | 'submittedAt'
  | 'submittedBy'
  | 'submissions'
  | 'vanishedAt'
  | 'archivedAt'
  | 'archivedBy'
>

const takeNew = {
  ...byColumn((field) => {
    const column = products[columnOf(field)]
    // A field that is not echoed is not empty: keep the value that we wrote.
    return productFieldRows[field].isUnechoed
      ? sql`coalesce(${excluded(column)}, ${column})`
      : excluded(column)
  }),
  expiredAt: sql`CASE WHEN excluded.immortal IS TRUE THEN NULL ELSE coalesce(excluded.expired_at, ${products.expiredAt}) END`,
  // Payments are compared with the price that was valid when they were made (lib/payments/server/asked.ts).
  priceSince: sql`CASE WHEN ${whereNewPrice} THEN excluded.price_since ELSE coalesce(${products.priceSince}, excluded.price_since) END`,
  earlierPrices: sql`CASE WHEN ${whereNewPrice} AND ${products.priceSince} < ${knownUntil}
    THEN coalesce(${products.earlierPrices}, '[]'::jsonb) || jsonb_build_array(jsonb_build_object(
      'amount', ${products.amount}, 'currency', ${products.currency},
      'from', ${products.priceSince}, 'until', ${knownUntil}))
    ELSE ${products.earlierPrices} END`,
  payUrl: excluded(products.payUrl),
  confirmUrl: excluded(products.confirmUrl),
  createdAt: excluded(products.createdAt),
  updatedAt: excluded(products.updatedAt),
  raw: excluded(products.raw),
  search: excluded(products.search),
  fingerprint: excluded(products.fingerprint),
  syncedAt: sql`greatest(excluded.synced_at, ${products.syncedAt})`,
  submitted: sql`CASE WHEN excluded.submitted IS NULL THEN ${products.submitted} ELSE coalesce(${products.submitted}, '{}'::jsonb) || excluded.submitted END`,
  // Of two concurrent changes, the one sent first may be stored last.
  submittedAt: sql`greatest(excluded.submitted_at, ${products.submittedAt})`,
  submittedBy: sql`CASE WHEN excluded.submitted_at < ${products.submittedAt} THEN ${products.submittedBy}
    ELSE coalesce(excluded.submitted_by, ${products.submittedBy}) END`,
  submissions: sql`CASE WHEN excluded.submissions IS NULL THEN ${products.submissions} ELSE coalesce(${products.submissions}, '{}'::jsonb) || excluded.submissions END`,
  vanishedAt: sql`NULL`,
} satisfies Record<
  Exclude<keyof ProductRow, 'shopId' | 'id' | 'firstSeenAt' | 'archivedAt' | 'archivedBy'>,
  SQL
>

const withSubmitted = (reply: ProductReply, submission?: Submission): ProductReply => ({
  ...reply,
  ...Object.fromEntries(unechoedFields.map((field) => [field, reply[field] ?? submission?.fields[field]])),
})

function toRow(shopId: string, reply: ProductReply, syncedAt: Date) {
  return {
    shopId,
    id: reply.id,
    ...columnValues(reply),
    payUrl: reply.pay_url ?? reply.payment_url,
    confirmUrl: reply.confirm_url,
    createdAt: instantOf(reply.created_at),
    updatedAt: instantOf(reply.updated_at),
    priceSince: instantOf(reply.updated_at) ?? syncedAt,
    search: productSearchText(reply),
    firstSeenAt: new Date(), // Not `syncedAt`: the product may have been created between request and answer.
    syncedAt,
  } satisfies Record<ToldColumn, unknown>
}

/** The order of lines must match {@link productSearchLines}. */
export const productSearchText = ({
  name,
  description,
  id,
}: Pick<ProductReply, 'name' | 'description' | 'id'>) => searchText([name, description, id])
export const productSearchLines = { name: 1, id: 3 }

/**
 * Runs a full sync of products (mirror/sync.ts).
 * @throws GatewayError
 */
export const syncProducts = (context: ShopContext): Promise<SyncOutcome> => syncNow(context, productMirror)

/** Returns when the mirror was last complete, and when a sync failed since. */
export const lastSync = (context: ShopContext): Promise<LastSync> => lastSyncOf(context, 'products')

/**
 * Waits for a sync if the mirror is stale: otherwise a dry run would show changed products as unchanged, or lack some.
 * @throws Later while another process syncs
 */
export async function freshenProducts(
  context: ShopContext,
  job: Parameters<typeof dryRunNeedsSince>[0],
): Promise<void> {
  const isFresh = await syncIfOlder(context, productMirror, dryRunNeedsSince(job))
  if (!isFresh) throw new Later(askAgainSeconds)
}

export const syncInBackground = (context: ShopContext, last: LastSync): void =>
  syncIfStaleInBackground(context, productMirror, last)
