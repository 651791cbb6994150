import 'server-only'
import { and, eq, inArray, isNotNull, lt, or } from 'drizzle-orm'
import {
  productFields,
  productReply,
  type ProductCreate,
  type ProductReply,
  type ProductUpdate,
} from '../../gateway/product'
import type { ShopContext } from '../context'
import { AppError } from '../errors'
import { streamList } from '../gateway/stream-list'
import { products } from '../tables/products'
import { isSame } from './drift'
import { productMirror } from './mirror'

/** How far the gateway's clock may be off ours when `created_at` is compared with the moment of sending. */
const clockTolerance = 5 * 60_000

/**
 * Finds, in the gateway's list, the product that a create made whose answer was lost: an ID not known before,
 * every echoed field equal, not older than the request, and exactly one such product. Null where there is none.
 * @throws AppError `unconfirmed` where several could be it: a person has to look, and none is to be made again.
 */
export async function settleCreate(
  context: ShopContext,
  sent: ProductCreate,
  sentAt: Date,
): Promise<ProductReply | null> {
  let found: ProductReply | null = null
  for await (const elements of streamList(context, productMirror.address(context))) {
    const alike = elements
      .flatMap(({ value }) => productReply.safeParse(value).data ?? [])
      .filter((reply) => isWhatWasSent(reply, sent) && !isOlder(reply, sentAt))
    const ids = alike.map(({ id }) => id)
    const known = await knownIds(context, ids, sentAt)
    for (const candidate of alike.filter(({ id }) => !known.has(id))) {
      if (found && found.id !== candidate.id) throw new AppError('unconfirmed')
      found = candidate
    }
  }
  return found
}

const compared = Object.keys(productFields) as (keyof typeof productFields)[]

/** Whether a product is as a change would have it: it must say so of every field that was sent. */
export const isChanged = (reply: ProductReply, change: ProductUpdate): boolean =>
  Object.keys(change).every((field) => reply[field] != null) && isWhatWasSent(reply, change)

/** A field that was not sent, or is not echoed, says nothing. */
const isWhatWasSent = (reply: ProductReply, sent: Partial<ProductCreate>): boolean =>
  compared.every(
    (field) => sent[field] === undefined || reply[field] == null || isSame(field, reply[field], sent[field]),
  )

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
