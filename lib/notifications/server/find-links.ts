import 'server-only'
import { and, desc, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { NotificationContent } from '../../gateway/notification'
import { findCheckout, noCheckout, type CheckoutLink } from '../../checkouts/server/link'
import { notifications } from './tables'
import { linkProduct, unlinked, type ProductLink } from './link-product'

export type Links = CheckoutLink & ProductLink

/** What says them of a notification. */
export const linkColumns = {
  checkoutId: notifications.checkoutId,
  checkoutLink: notifications.checkoutLink,
  productId: notifications.productId,
  productLink: notifications.productLink,
}

export const noLinks: Links = { ...noCheckout, ...unlinked }

type Said = Partial<typeof notifications.$inferSelect>

/**
 * Which checkout and which product a notification is about, by what it says itself; else as the transaction is that it
 * refers to; else by what it says of that one. One way is told for both (`parent`), as neither is its own word.
 */
export async function findLinks(
  tx: Database,
  shopId: string,
  content: NotificationContent,
  said: Said,
): Promise<Links> {
  const product = await linkProduct(tx, shopId, content)
  if (content.kind !== 'transaction') return { ...product, ...(await findCheckout(tx, shopId, said)) }
  const { tracking_id: trackingId } = content.transaction
  const checkout = await findCheckout(tx, shopId, { ...said, trackingId })
  const parents = said.parentUid ? await linksOfParent(tx, shopId, said.parentUid) : {}
  return {
    ...(product.productId === null ? (parents.product ?? product) : product),
    ...(checkout.checkoutId === null
      ? (parents.checkout ?? (await byParentsWord(tx, shopId, content, said)))
      : checkout),
  }
}

/** By the tracking ID of the transaction that it refers to, and by that one's sum where it says that, too. */
async function byParentsWord(
  tx: Database,
  shopId: string,
  { transaction }: Extract<NotificationContent, { kind: 'transaction' }>,
  said: Said,
): Promise<CheckoutLink> {
  const parent = transaction.parent_transaction
  if (!parent?.tracking_id) return noCheckout
  const { checkoutId } = await findCheckout(tx, shopId, {
    ...said,
    trackingId: parent.tracking_id,
    amount: parent.amount ?? said.amount,
    currency: parent.currency?.replaceAll('\0', '') ?? said.currency,
  })
  return checkoutId === null ? noCheckout : { checkoutId, checkoutLink: 'parent' }
}

type OfParent = { checkout?: CheckoutLink; product?: ProductLink }

/**
 * What the notifications with evidence of a transaction are about, for those that refer to it; nothing where that is
 * not known. What a person said of it holds for them, too, also that it is about none.
 */
export async function linksOfParent(tx: Database, shopId: string, parentUid: string): Promise<OfParent> {
  const { checkoutLink, productLink } = linkColumns
  const rows = await tx
    .select(linkColumns)
    .from(notifications)
    .where(
      and(
        eq(notifications.shopId, shopId),
        eq(notifications.uid, parentUid),
        eq(notifications.kind, 'transaction'),
        ne(notifications.authenticity, 'unverified'),
        or(isNotNull(checkoutLink), isNotNull(productLink)),
      ),
    )
    .orderBy(
      sql`(${checkoutLink} = 'hand' OR ${productLink} = 'hand') IS TRUE DESC`,
      desc(notifications.receivedAt),
    )
    .limit(20)
  const checkout = surest(rows, (row) => row.checkoutLink)
  const product = surest(rows, (row) => row.productLink)
  const wayTo = (id: string | null) => (id === null ? null : 'parent')
  return {
    checkout: checkout && { checkoutId: checkout.checkoutId, checkoutLink: wayTo(checkout.checkoutId) },
    product: product && { productId: product.productId, productLink: wayTo(product.productId) },
  }
}

const surest = <Row>(rows: Row[], wayOf: (row: Row) => string | null): Row | undefined =>
  rows.find((row) => wayOf(row) === 'hand') ?? rows.find((row) => wayOf(row) !== null)
