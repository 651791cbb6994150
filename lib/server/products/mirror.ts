import 'server-only'
import { sql } from 'drizzle-orm'
import type { ProductCreate, ProductReply } from '../../gateway/product'
import type { Database } from '../../db/database'
import { fold } from '../search'
import { products } from '../tables/products'

export type ProductRow = typeof products.$inferSelect

/** What we last sent, which says what the gateway may not echo. */
export type Submission = { fields: Partial<ProductCreate>; by: string; at: Date }

const batchRows = 500

/**
 * Writes products as the gateway gave them into the mirror. `syncedAt` is when the gateway was asked: an
 * older answer never overwrites a newer one or a later change, except that our own write always does, since another instance's
 * clock may be ahead and what was submitted is written nowhere else. What was submitted earlier is kept.
 */
export async function mirrorProducts(
  db: Database,
  shopId: string,
  replies: ProductReply[],
  syncedAt: Date,
  submission?: Submission,
): Promise<void> {
  // A statement cannot touch a row twice, should the gateway name a product twice.
  const unique = [...new Map(replies.map((reply) => [reply.id, reply])).values()]
  for (let start = 0; start < unique.length; start += batchRows) {
    const rows = unique
      .slice(start, start + batchRows)
      .map(storable)
      .map((reply) => ({
        ...toRow(shopId, withSubmitted(reply, submission), syncedAt),
        raw: reply,
        submitted: submission?.fields,
        submittedAt: submission?.at,
        submittedBy: submission?.by,
      }))
    await db
      .insert(products)
      .values(rows)
      .onConflictDoUpdate({
        target: [products.shopId, products.id],
        set: takeNew,
        setWhere: submission
          ? undefined
          : sql`greatest(${products.syncedAt}, ${products.submittedAt}) <= excluded.synced_at`,
      })
  }
}

const mirrored = [
  'name', 'description', 'currency', 'amount', 'quantity', 'infinite', 'test', 'language', 'transaction_type',
  'pay_url', 'confirm_url', 'created_at', 'updated_at', 'raw', 'search',
] as const // prettier-ignore

const takeNew = {
  ...Object.fromEntries(mirrored.map((column) => [camel(column), sql.raw(`excluded.${column}`)])),
  syncedAt: sql`greatest(excluded.synced_at, ${products.syncedAt})`,
  // Not echoed means not heard of, not unset: what is known from our own writes stays.
  immortal: sql`coalesce(excluded.immortal, ${products.immortal})`,
  expiredAt: sql`CASE WHEN excluded.immortal IS TRUE THEN NULL ELSE coalesce(excluded.expired_at, ${products.expiredAt}) END`,
  submitted: sql`CASE WHEN excluded.submitted IS NULL THEN ${products.submitted} ELSE coalesce(${products.submitted}, '{}'::jsonb) || excluded.submitted END`,
  submittedAt: sql`coalesce(excluded.submitted_at, ${products.submittedAt})`,
  submittedBy: sql`coalesce(excluded.submitted_by, ${products.submittedBy})`,
  vanishedAt: sql`NULL`,
}

function camel(column: string): string {
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** What was just written fills in what the gateway does not echo. */
const withSubmitted = (reply: ProductReply, submission?: Submission): ProductReply => ({
  ...reply,
  immortal: reply.immortal ?? submission?.fields.immortal,
  expired_at: reply.expired_at ?? submission?.fields.expired_at,
})

function toRow(shopId: string, reply: ProductReply, syncedAt: Date) {
  return {
    shopId,
    id: reply.id,
    name: reply.name,
    description: reply.description,
    currency: reply.currency,
    amount: reply.amount,
    quantity: reply.quantity,
    infinite: reply.infinite,
    test: reply.test,
    language: reply.language,
    transactionType: reply.transaction_type,
    payUrl: reply.pay_url ?? reply.payment_url,
    confirmUrl: reply.confirm_url,
    immortal: reply.immortal,
    expiredAt: instantOf(reply.expired_at),
    createdAt: instantOf(reply.created_at),
    updatedAt: instantOf(reply.updated_at),
    search: fold([reply.name, reply.description, reply.id].filter(Boolean).join(' ')),
    firstSeenAt: new Date(), // Not `syncedAt`: it may have been made between the question and the answer.
    syncedAt,
  }
}

/**
 * The reply without what PostgreSQL refuses, wherever it is: NUL, and halves of surrogate pairs in JSON. One
 * such product would otherwise keep the whole list out of the mirror.
 */
function storable(reply: ProductReply): ProductReply {
  const text = JSON.stringify(reply)
  const cleaned = text.replace(/\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|.)/g, (escape) =>
    escape.length > 2 ? '' : escape,
  )
  return cleaned === text ? reply : (JSON.parse(cleaned) as ProductReply)
}

/** A date the gateway gave, or null where it gave none that can be read; years beyond 9999 are none. */
function instantOf(text: string | null | undefined): Date | null {
  const time = text ? Date.parse(text) : Number.NaN
  return time > -62_135_596_800_000 && time < 253_402_300_800_000 ? new Date(time) : null
}
