import 'server-only'
import { and, asc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { applyToCheckout, refreshCheckout } from '../../checkouts/server/link'
import type { Shop } from '../../core/server/context'
import { deepest, unlinkFollowers } from '../../customers/server/link'
import { relinkTransactions, type Relinked } from '../../payments/server/ledger'
import { notifications } from './tables'
import { linkColumns, linksOfParent, type Links } from './links'

/** So many that refer to one transaction are taken along; what is beyond is, when it is sent again here. */
const mostOfOne = 200

/** What came along: these notifications, the customers they belong or belonged to, and what their transactions are about. */
export type Followed = {
  ids: string[]
  payers: string[]
  relinked: Relinked[]
  /** Checkouts that have more or fewer payments now. */
  checkoutIds: string[]
}

type Follower = Links & { id: string; uid: string | null }

/**
 * Has what refers to a transaction, and came before it or before it was known what that is about, follow it: to its
 * checkout and its product, and on to what refers to that in turn. What found its own, or was linked by a person, stays.
 * In a transaction that holds the ledger; the payments are left to {@link settleFollowed}.
 */
export async function follow(tx: Database, shopId: string, uids: readonly string[]): Promise<Followed> {
  const followed: Followed = { ids: [], payers: [], relinked: [], checkoutIds: [] }
  const seen = new Set<string>()
  let next = uids
  for (let depth = 0; depth < deepest && next.length > 0; depth++) {
    for (const uid of next) seen.add(uid)
    const moved = new Set<string>()
    for (const uid of next)
      for (const child of await followOne(tx, shopId, uid, followed)) if (child.uid) moved.add(child.uid)
    next = [...moved].filter((uid) => !seen.has(uid))
  }
  return followed
}

/** Works out the payments and checkouts of what came along. */
export async function settleFollowed(
  tx: Database,
  shop: Pick<Shop, 'id' | 'mode'>,
  { relinked, checkoutIds }: Followed,
): Promise<void> {
  await relinkTransactions(tx, shop, relinked)
  for (const id of new Set(checkoutIds)) await refreshCheckout(tx, shop.id, id)
}

/** Those that moved. */
async function followOne(tx: Database, shopId: string, uid: string, followed: Followed): Promise<Follower[]> {
  const followers = await followersOf(tx, shopId, uid)
  if (followers.length === 0) return []
  const parents = await linksOfParent(tx, shopId, uid)
  const moved: Follower[] = []
  for (const one of followers) {
    const links = {
      ...(isFound(one.checkoutLink) ? parents.checkout : {}),
      ...(isFound(one.productLink) ? parents.product : {}),
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

/** Nothing was, or only what this found before. */
const isFound = (way: string | null): boolean => way === null || way === 'parent'

/** The notifications with evidence that were worked out and refer to it, held. */
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
    .limit(mostOfOne)
    .for('update')

type Move = { before: Follower; now: Follower }

/** What is paid through either checkout, and whose it is, follows. */
async function moveToCheckout(tx: Database, shopId: string, { before, now }: Move): Promise<string[]> {
  if (now.checkoutId === before.checkoutId) return []
  const lost =
    before.checkoutId === null ? [] : await unlinkFollowers(tx, shopId, sql`l.notification_id = ${now.id}`)
  const { id, checkoutId } = now
  return [...lost, ...(await applyToCheckout(tx, shopId, { id, checkoutId, paymentToken: null }))]
}
