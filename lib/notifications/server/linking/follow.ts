import 'server-only'
import { and, asc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { applyToCheckout, refreshCheckout } from '../../../checkouts/server/link'
import type { Shop } from '../../../core/server/context'
import { maxParentDepth, unlinkChildren } from '../../../customers/server/merging/link'
import { relinkTransactions, type Relinked } from '../../../payments/server/ledger/ledger'
import { notifications } from '../tables'
import { linkColumns, linksOfParent, type Links } from './links'

/** Most followers of one transaction. Each one beyond that follows when it is replayed. */
const maxChildren = 200

/** The relinked notifications, their customers before and after, and the new links of their transactions. */
export type Followed = {
  ids: string[]
  payers: string[]
  relinked: Relinked[]
  checkoutIds: string[]
}

type Follower = Links & { id: string; uid: string | null }

/**
 * Links earlier notifications that refer to a transaction to its checkout and product, then those that refer to them.
 * Keeps links of their own and links set by a person. Requires the ledger lock. {@link settleFollowed} updates the
 * payments.
 */
export async function follow(tx: Database, shopId: string, uids: readonly string[]): Promise<Followed> {
  const followed: Followed = { ids: [], payers: [], relinked: [], checkoutIds: [] }
  const seen = new Set<string>()
  let next = uids
  for (let depth = 0; depth < maxParentDepth && next.length > 0; depth++) {
    for (const uid of next) seen.add(uid)
    const moved = new Set<string>()
    for (const uid of await linkedAmong(tx, shopId, next))
      for (const child of await followOne(tx, shopId, uid, followed)) if (child.uid) moved.add(child.uid)
    next = [...moved].filter((uid) => !seen.has(uid))
  }
  return followed
}

export async function settleFollowed(
  tx: Database,
  shop: Pick<Shop, 'id' | 'mode'>,
  { relinked, checkoutIds }: Followed,
): Promise<void> {
  await relinkTransactions(tx, shop, relinked)
  for (const id of new Set(checkoutIds)) await refreshCheckout(tx, shop.id, id)
}

/** The transactions that have links to inherit. */
async function linkedAmong(tx: Database, shopId: string, uids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ uid: string }>(sql`
    SELECT DISTINCT uid FROM notifications WHERE shop_id = ${shopId} AND uid = ANY(${sql.param(uids)}::text[])
      AND (checkout_link IS NOT NULL OR product_link IS NOT NULL) ORDER BY uid`)
  return rows.map(({ uid }) => uid)
}

async function followOne(tx: Database, shopId: string, uid: string, followed: Followed): Promise<Follower[]> {
  const followers = await followersOf(tx, shopId, uid)
  if (followers.length === 0) return []
  const parents = await linksOfParent(tx, shopId, uid)
  const moved: Follower[] = []
  for (const one of followers) {
    const links = {
      ...(isInheritable(one.checkoutLink) ? parents.checkout : {}),
      ...(isInheritable(one.productLink) ? parents.product : {}),
    }
    const now: Follower = { ...one, ...links }
    const hasMoved = now.checkoutId !== one.checkoutId || now.productId !== one.productId
    if (!hasMoved) continue
    moved.push(now)
    followed.ids.push(one.id)
    await tx
      .update(notifications)
      .set(links)
      .where(and(eq(notifications.shopId, shopId), eq(notifications.id, one.id)))
    followed.payers.push(...(await moveToCheckout(tx, shopId, { before: one, now })))
    followed.checkoutIds.push(...[one.checkoutId, now.checkoutId].flatMap((id) => id ?? []))
    if (now.uid !== null) followed.relinked.push({ uid: now.uid, ...links })
  }
  return moved
}

/** Whether there is no link yet, or only an inherited one. */
const isInheritable = (way: string | null): boolean => way === null || way === 'parent'

/** Locks the processed notifications with evidence that refer to the transaction. */
const followersOf = (tx: Database, shopId: string, uid: string): Promise<Follower[]> =>
  tx
    .select({ id: notifications.id, uid: notifications.uid, ...linkColumns })
    .from(notifications)
    .where(
      and(
        eq(notifications.shopId, shopId),
        eq(notifications.parentUid, uid),
        eq(notifications.kind, 'transaction'),
        ne(notifications.authenticity, 'unverified'),
        isNotNull(notifications.processedAt),
        or(
          isNull(notifications.checkoutLink),
          isNull(notifications.productLink),
          eq(notifications.checkoutLink, 'parent'),
          eq(notifications.productLink, 'parent'),
        ),
      ),
    )
    .orderBy(asc(notifications.id))
    .limit(maxChildren)
    .for('update')

type Move = { before: Follower; now: Follower }

/** Moves the customer links along with the checkout. Returns the affected customers. */
async function moveToCheckout(tx: Database, shopId: string, { before, now }: Move): Promise<string[]> {
  if (now.checkoutId === before.checkoutId) return []
  const lost =
    before.checkoutId === null ? [] : await unlinkChildren(tx, shopId, sql`l.notification_id = ${now.id}`)
  const { id, checkoutId } = now
  return [...lost, ...(await applyToCheckout(tx, shopId, { id, checkoutId, paymentToken: null }))]
}
