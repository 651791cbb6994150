import 'server-only'
import { and, desc, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { findCheckout, noCheckout, type CheckoutLink } from '../../../checkouts/server/link'
import { AppError } from '../../../core/server/errors'
import type { Database } from '../../../db/database'
import type { NotificationContent } from '../../../gateway/notifications/notification'
import { productId as productIdShape } from '../../../gateway/products/product'
import { products } from '../../../products/server/tables'
import { notifications } from '../tables'

type ProductLink = Pick<typeof notifications.$inferSelect, 'productId' | 'productLink'>

const unlinked: ProductLink = { productId: null, productLink: null }

/**
 * Finds the product a payment was for: by its ID (inferred: `additional_data.product_id`), or else, as `likely`, the
 * only one whose name, amount and currency match. Two matches count as none.
 */
async function linkProduct(db: Database, shopId: string, content: NotificationContent): Promise<ProductLink> {
  if (content.kind !== 'transaction') return unlinked
  const { transaction } = content
  const named = productIdShape.safeParse(transaction.additional_data?.product_id)
  if (named.success) return { productId: named.data, productLink: 'id' }
  const { description, amount, currency } = transaction
  if (!description || description.includes('\0') || amount == null || !currency) return unlinked
  const matches = await db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        eq(products.shopId, shopId),
        // First by the indexed prefix, then by the whole name.
        sql`left(coalesce(${products.name}, ''), 200) COLLATE "und-x-icu" = left(${description}, 200)`,
        eq(products.name, description),
        eq(products.amount, amount),
        eq(products.currency, currency.replaceAll('\0', '')),
      ),
    )
    .limit(2)
  const [only] = matches
  return matches.length === 1 && only ? { productId: only.id, productLink: 'likely' } : unlinked
}

export type Links = CheckoutLink & ProductLink

export const linkColumns = {
  checkoutId: notifications.checkoutId,
  checkoutLink: notifications.checkoutLink,
  productId: notifications.productId,
  productLink: notifications.productLink,
}

export const noLinks: Links = { ...noCheckout, ...unlinked }

type NotificationColumns = Partial<typeof notifications.$inferSelect>

/**
 * Finds the checkout and the product of a notification: by its own values, else (`parent`) through the transaction it
 * refers to, or by its values for that transaction.
 */
export async function findLinks(
  tx: Database,
  shopId: string,
  content: NotificationContent,
  columns: NotificationColumns,
): Promise<Links> {
  const product = await linkProduct(tx, shopId, content)
  if (content.kind !== 'transaction') return { ...product, ...(await findCheckout(tx, shopId, columns)) }
  const { tracking_id: trackingId } = content.transaction
  const checkout = await findCheckout(tx, shopId, { ...columns, trackingId })
  const parents = columns.parentUid ? await linksOfParent(tx, shopId, columns.parentUid) : {}
  return {
    ...(product.productId === null ? (parents.product ?? product) : product),
    ...(checkout.checkoutId === null
      ? (parents.checkout ?? (await findCheckoutByParent(tx, shopId, content, columns)))
      : checkout),
  }
}

/** Finds the checkout by the parent transaction's tracking ID, and by its amount and currency if stated. */
async function findCheckoutByParent(
  tx: Database,
  shopId: string,
  { transaction }: Extract<NotificationContent, { kind: 'transaction' }>,
  columns: NotificationColumns,
): Promise<CheckoutLink> {
  const parent = transaction.parent_transaction
  if (!parent?.tracking_id) return noCheckout
  const { checkoutId } = await findCheckout(tx, shopId, {
    ...columns,
    trackingId: parent.tracking_id,
    amount: parent.amount ?? columns.amount,
    currency: parent.currency?.replaceAll('\0', '') ?? columns.currency,
  })
  return checkoutId === null ? noCheckout : { checkoutId, checkoutLink: 'parent' }
}

type OfParent = { checkout?: CheckoutLink; product?: ProductLink }

/**
 * Returns the links of a transaction's notifications with evidence, to be inherited. A person's links are inherited
 * too, even a link to nothing.
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

const surest = <One>(rows: One[], wayOf: (row: One) => string | null): One | undefined =>
  rows.find((row) => wayOf(row) === 'hand') ?? rows.find((row) => wayOf(row) !== null)

type Row = typeof notifications.$inferSelect

/** Returns the links a person set (link.ts) on it, or else on another notification of its transaction. */
export async function linkedByHand(
  tx: Database,
  row: Row,
  uid: string | null | undefined,
): Promise<Partial<Links>> {
  if (row.authenticity === 'unverified') return {}
  const others = uid ? await othersByHand(tx, row, uid) : []
  const checkout = [row, ...others].find(({ checkoutLink }) => checkoutLink === 'hand')
  const product = [row, ...others].find(({ productLink }) => productLink === 'hand')
  return {
    ...(checkout ? { checkoutId: checkout.checkoutId, checkoutLink: 'hand' } : {}),
    ...(product ? { productId: product.productId, productLink: 'hand' } : {}),
  }
}

const othersByHand = (tx: Database, { shopId, id }: Row, uid: string): Promise<Links[]> =>
  tx
    .select(linkColumns)
    .from(notifications)
    .where(
      and(
        eq(notifications.shopId, shopId),
        eq(notifications.uid, uid),
        ne(notifications.id, id),
        ne(notifications.authenticity, 'unverified'),
        or(eq(notifications.checkoutLink, 'hand'), eq(notifications.productLink, 'hand')),
      ),
    )
    .orderBy(desc(notifications.receivedAt))
    .limit(10)

/**
 * Locks a notification of the shop until the transaction ends.
 * @throws AppError `not_found`.
 */
export async function lockNotification(tx: Database, shopId: string, id: string) {
  if (!isUuid(id)) throw new AppError('not_found')
  const [row] = await tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.shopId, shopId), eq(notifications.id, id)))
    .for('update')
  if (!row) throw new AppError('not_found')
  return row
}

export type Edit = { start: number; end: number; to: string }

/** Applies `edits`, which must be in order and must not overlap. */
export function edited(text: string, edits: Edit[]): string {
  let result = ''
  let from = 0
  for (const { start, end, to } of edits) {
    result += text.slice(from, start) + to
    from = end
  }
  return result + text.slice(from)
}
