import 'server-only'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import {
  findCandidates,
  noCheckout,
  type Candidates,
  type CheckoutLink,
} from '../../../checkouts/server/link'
import { AppError } from '../../../core/server/errors'
import { groupBy } from '../../../core/group-by'
import { recordset } from '../../../core/server/sql'
import type { Database } from '../../../db/database'
import type { NotificationContent } from '../../../gateway/notifications/notification'
import { productId as productIdShape } from '../../../gateway/products/product'
import { products } from '../../../products/server/tables'
import { linksByHand } from '../../../payments/server/ledger/transaction'
import { notifications, type NotificationRow } from '../tables'
import { takeLinksAhead } from './linked-ahead'

type ProductLink = Pick<NotificationRow, 'productId' | 'productLink'>

const unlinked: ProductLink = { productId: null, productLink: null }

type Products = (content: NotificationContent) => ProductLink

/**
 * Finds the products that payments were for: by their ID (inferred: `additional_data.product_id`), or else, as `likely`,
 * the only one whose name, amount and currency match. Two matches count as none.
 */
async function findProducts(
  db: Database,
  shopId: string,
  all: readonly NotificationContent[],
): Promise<Products> {
  const wanted = new Map(all.flatMap((content) => describedBy(content) ?? []).map((one) => [keyOf(one), one]))
  if (wanted.size === 0) return (content) => namedBy(content) ?? unlinked
  // First by the indexed prefix, then by the whole name.
  const { rows } = await db.execute<Described & { id: string }>(sql`
    SELECT p.id, p.name, p.amount, p.currency FROM ${recordset(products, [...wanted.values()])} wanted, LATERAL (
      SELECT * FROM products m
      WHERE m.shop_id = ${shopId} AND left(coalesce(m.name, ''), 200) COLLATE "und-x-icu" = left(wanted.name, 200)
        AND m.name = wanted.name AND m.amount = wanted.amount AND m.currency = wanted.currency
      LIMIT 2) p`)
  const found = groupBy(rows, keyOf)
  return (content) => {
    const described = describedBy(content)
    const [only, other] = (described && found.get(keyOf(described))) ?? []
    const likely: ProductLink = only && !other ? { productId: only.id, productLink: 'likely' } : unlinked
    return namedBy(content) ?? likely
  }
}

function namedBy(content: NotificationContent): ProductLink | null {
  if (content.kind !== 'transaction') return null
  const named = productIdShape.safeParse(content.transaction.additional_data?.product_id)
  return named.success ? { productId: named.data, productLink: 'id' } : null
}

type Described = { name: string; amount: number; currency: string }

function describedBy(content: NotificationContent): Described | null {
  if (content.kind !== 'transaction' || namedBy(content)) return null
  const { description, amount, currency } = content.transaction
  if (!description || description.includes('\0') || amount == null || !currency) return null
  return { name: description, amount, currency: currency.replaceAll('\0', '') }
}

const keyOf = ({ name, amount, currency }: Described): string => JSON.stringify([name, amount, currency])

export type Links = CheckoutLink & ProductLink

export const noLinks: Links = { ...noCheckout, ...unlinked }

/** `stated`: what the body says, by column. */
type Read = { row: NotificationRow; content: NotificationContent; stated: Partial<NotificationRow> }

/**
 * Finds the checkouts and products of notifications: what a person set (link.ts), else by their own values, else
 * (`parent`) through the transactions that they refer to, or by what they say about those. In turn: each one may find a
 * checkout that an earlier one confirms. None may refer to another one's transaction. Quarantined ones have no links.
 * What a person linked before a payment was reported moves to it (linked-ahead.ts).
 */
export async function findLinks(
  tx: Database,
  shopId: string,
  all: readonly Read[],
): Promise<Map<string, Links>> {
  const believed = all.filter(({ row }) => row.authenticity !== 'unverified')
  const checkouts = await findCandidates(
    tx,
    shopId,
    believed.flatMap((one) => [ownValues(one), valuesOfParent(one) ?? []].flat()),
  )
  const productOf = await findProducts(
    tx,
    shopId,
    believed.map(({ content }) => content),
  )
  const parents = await linksOfParents(
    tx,
    shopId,
    believed.flatMap(({ content, stated }) => (content.kind === 'transaction' && stated.parentUid) || []),
  )
  const byHand = await linkedByHand(tx, shopId, believed)
  const found = new Map(all.map(({ row }) => [row.id, noLinks]))
  for (const one of believed) {
    const { row, content, stated } = one
    const parent = content.kind === 'transaction' ? parents.get(stated.parentUid ?? '') : undefined
    const product = productOf(content)
    const checkout = checkouts.find(ownValues(one))
    const links = {
      ...(product.productId === null ? (parent?.product ?? product) : product),
      ...(checkout.checkoutId === null ? (parent?.checkout ?? checkoutOfParent(checkouts, one)) : checkout),
      ...byHand(row, stated.uid),
    }
    found.set(row.id, links)
    if (row.hook !== 'verification')
      checkouts.confirm(links.checkoutId, ownToken(links, stated.paymentToken ?? null))
  }
  return found
}

/** With an inherited checkout, the payment token is not its own. */
export const ownToken = ({ checkoutLink }: CheckoutLink, paymentToken: string | null): string | null =>
  checkoutLink === 'parent' ? null : paymentToken

/** What it says about its own order, by which its checkout is found. */
const ownValues = ({ content, stated }: Read): Partial<NotificationRow> =>
  content.kind === 'transaction' ? { ...stated, trackingId: content.transaction.tracking_id ?? null } : stated

/** What it says about the order of its parent transaction: the tracking ID, and the amount and currency if stated. */
function valuesOfParent({ content, stated }: Read): Partial<NotificationRow> | null {
  const parent = content.kind === 'transaction' ? content.transaction.parent_transaction : null
  if (!parent?.tracking_id) return null
  return {
    ...stated,
    trackingId: parent.tracking_id,
    amount: parent.amount ?? stated.amount ?? null,
    currency: parent.currency?.replaceAll('\0', '') ?? stated.currency ?? null,
  }
}

/** The checkout that was found by what it says about its parent transaction. */
function checkoutOfParent(checkouts: Candidates, read: Read): CheckoutLink {
  const values = valuesOfParent(read)
  const { checkoutId } = values ? checkouts.find(values) : noCheckout
  return checkoutId === null ? noCheckout : { checkoutId, checkoutLink: 'parent' }
}

export type LinksByKind = { checkout?: CheckoutLink; product?: ProductLink }

export const byKind = ({ checkoutId, checkoutLink, productId, productLink }: Links): LinksByKind => ({
  checkout: { checkoutId, checkoutLink },
  product: { productId, productLink },
})

/** Most notifications of a transaction that are searched for its links. */
const mostOfOne = 20

/**
 * Returns the links of the transactions' notifications with evidence, to be inherited. What a person set is inherited,
 * too, even a link to nothing.
 */
export async function linksOfParents(
  tx: Database,
  shopId: string,
  uids: readonly string[],
): Promise<Map<string, LinksByKind>> {
  const rows = await linkedOf(
    tx,
    shopId,
    uids,
    sql`n.kind = 'transaction'
    AND (n.checkout_link IS NOT NULL OR n.product_link IS NOT NULL)`,
  )
  const wayTo = (id: string | null) => (id === null ? null : 'parent')
  return new Map(
    [...groupBy(rows, ({ uid }) => uid)].map(([uid, some]) => {
      const checkout = surest(some, (row) => row.checkoutLink)
      const product = surest(some, (row) => row.productLink)
      return [
        uid,
        {
          ...(checkout && {
            checkout: { checkoutId: checkout.checkoutId, checkoutLink: wayTo(checkout.checkoutId) },
          }),
          ...(product && {
            product: { productId: product.productId, productLink: wayTo(product.productId) },
          }),
        },
      ]
    }),
  )
}

const surest = <One>(rows: One[], wayOf: (row: One) => string | null): One | undefined =>
  rows.find((row) => wayOf(row) === 'hand') ?? rows.find((row) => wayOf(row) !== null)

type Linked = Links & { id: string | null; uid: string }

/**
 * The newest believed notifications of each transaction for which `condition` on `n` holds, those set by hand first.
 * Then what a person set on the transaction itself, as on one that only a statement reported.
 */
async function linkedOf(
  tx: Database,
  shopId: string,
  uids: readonly string[],
  condition: SQL,
): Promise<Linked[]> {
  if (uids.length === 0) return []
  const { rows } = await tx.execute<Linked>(sql`
    SELECT found.* FROM unnest(${sql.param([...new Set(uids)])}::text[]) given (uid), LATERAL (
      (SELECT n.id, n.uid, n.checkout_id AS "checkoutId", n.checkout_link AS "checkoutLink",
        n.product_id AS "productId", n.product_link AS "productLink"
      FROM notifications n
      WHERE n.shop_id = ${shopId} AND n.uid = given.uid AND n.authenticity <> 'unverified' AND ${condition}
      ORDER BY (n.checkout_link = 'hand' OR n.product_link = 'hand') IS TRUE DESC, n.received_at DESC
      LIMIT ${mostOfOne})
      UNION ALL
      SELECT NULL, s.uid, s.checkout_id, CASE WHEN s.checkout_link = 'hand' THEN 'hand' END,
        s.product_id, CASE WHEN s.product_link = 'hand' THEN 'hand' END
      FROM transaction_states s
      WHERE s.shop_id = ${shopId} AND s.uid = given.uid
        AND (s.checkout_link = 'hand' OR s.product_link = 'hand')) found`)
  return rows
}

/**
 * Returns the links a person set (link.ts) on each, or else on another notification of its transaction, or on the
 * payment before it was reported.
 */
async function linkedByHand(
  tx: Database,
  shopId: string,
  all: readonly Read[],
): Promise<(row: NotificationRow, uid: string | null | undefined) => Partial<Links>> {
  const uids = all.flatMap(({ stated }) => stated.uid || [])
  const rows = await linkedOf(tx, shopId, uids, sql`(n.checkout_link = 'hand' OR n.product_link = 'hand')`)
  const ofUid = groupBy(rows, ({ uid }) => uid)
  // A verification request reports no payment yet.
  const reported = all.flatMap(({ row, stated }) => (row.hook === 'verification' ? [] : stated.uid || []))
  const ahead = await takeLinksAhead(tx, shopId, reported)
  return (row, uid) => {
    const others = (uid && ofUid.get(uid)?.filter(({ id }) => id !== row.id)) || []
    const former = (uid && row.hook !== 'verification' && ahead.get(uid)) || []
    return linksByHand([row, ...others, ...former])
  }
}

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
