import 'server-only'
import { and, eq, inArray, isNotNull, lt, or } from 'drizzle-orm'
import type { ProductCreate, ProductReply, ProductUpdate } from '../../gateway/product'
import type { ShopContext } from '../context'
import { listAtGateway } from '../gateway/products'
import { products } from '../tables/products'

/** How far the gateway's clock may be off ours when `created_at` is compared with the moment of sending. */
const clockTolerance = 5 * 60_000

/**
 * Finds, in the gateway's list, the product that a create made whose answer was lost: an ID not known before,
 * every echoed field equal, not older than the request, and exactly one such product. Otherwise null, and a
 * person has to look.
 */
export async function settleCreate(
  context: ShopContext,
  sent: ProductCreate,
  sentAt: Date,
): Promise<ProductReply | null> {
  const alike = (await listAtGateway(context)).filter(
    (reply) => isWhatWasSent(reply, sent) && !isOlder(reply, sentAt),
  )
  const ids = alike.map(({ id }) => id)
  const known = await knownIds(context, ids, sentAt)
  const candidates = alike.filter(({ id }) => !known.has(id))
  return candidates.length === 1 ? (candidates[0] ?? null) : null
}

const compared = [
  'name',
  'description',
  'currency',
  'amount',
  'quantity',
  'infinite',
  'language',
  'transaction_type',
  'test',
  'immortal',
  'return_url',
  'shop_id',
] as const

/** Whether a product is as a change would have it: it must say so of every field that was sent. */
export const isChanged = (reply: ProductReply, change: ProductUpdate): boolean =>
  Object.keys(change).every((field) => reply[field] != null) && isWhatWasSent(reply, change)

/** A field that was not sent, or is not echoed, says nothing. */
function isWhatWasSent(reply: ProductReply, sent: Partial<ProductCreate>): boolean {
  const same = compared.every(
    (field) => sent[field] === undefined || reply[field] == null || reply[field] === sent[field],
  )
  return same && isSameExpiry(reply.expired_at, sent.expired_at) && isSameSet(reply, sent)
}

/** As an instant: the gateway may answer in another zone. What cannot be read says nothing. */
function isSameExpiry(echoed: string | null | undefined, sent: string | undefined): boolean {
  const [left, right] = [Date.parse(echoed ?? ''), Date.parse(sent ?? '')]
  return Number.isNaN(left) || Number.isNaN(right) || left === right
}

function isSameSet(
  { visible_fields: echoed }: ProductReply,
  { visible_fields: sent }: Partial<ProductCreate>,
): boolean {
  if (echoed == null || sent === undefined) return true
  return new Set(echoed).size === new Set(sent).size && sent.every((field) => echoed.includes(field))
}

function isOlder(reply: ProductReply, sentAt: Date): boolean {
  const created = Date.parse(reply.created_at ?? '')
  return !Number.isNaN(created) && created < sentAt.valueOf() - clockTolerance
}

/** IDs that were here before the request was sent, or that are already known as the result of another one. */
async function knownIds({ engine, shop }: ShopContext, ids: string[], sentAt: Date): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await engine.db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        eq(products.shopId, shop.id),
        inArray(products.id, ids),
        or(lt(products.firstSeenAt, sentAt), isNotNull(products.submittedAt)),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}
