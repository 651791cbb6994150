import 'server-only'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { applyToCheckouts } from '../../../checkouts/server/link'
import { refreshCheckouts } from '../../../checkouts/server/refresh'
import type { Shop } from '../../../core/server/context'
import { recordset } from '../../../core/server/sql'
import { maxParentDepth, unlinkChildren } from '../../../customers/server/merging/link'
import { settle } from '../../../payments/server/accept'
import { relinkTransactions, type Relinked } from '../../../payments/server/ledger/ledger'
import { notifications } from '../tables'
import { linksOfParents, type Links } from './links'

/** Most followers of one transaction. Each one beyond that follows when it is replayed. */
const mostOfOne = 200

/** The relinked notifications, their customers before and after, and the new links of their transactions. */
export type Followed = {
  ids: string[]
  payers: string[]
  relinked: Relinked[]
  checkoutIds: string[]
}

type Follower = Links & { id: string; uid: string | null; parentUid: string }

/**
 * Links earlier notifications that refer to a transaction to its checkout and product, then those that refer to them.
 * Keeps links of their own and links set by a person. Requires the ledger lock. {@link settleFollowed} updates the
 * payments and what rests on them.
 */
export async function follow(tx: Database, shopId: string, uids: readonly string[]): Promise<Followed> {
  const followed: Followed = { ids: [], payers: [], relinked: [], checkoutIds: [] }
  let next = uids
  for (let depth = 0; depth < maxParentDepth && next.length > 0; depth++) {
    const moved = await followAll(tx, shopId, next, followed)
    next = [...new Set(moved.flatMap(({ uid }) => uid ?? []))]
  }
  return followed
}

export async function settleFollowed(
  tx: Database,
  shop: Pick<Shop, 'id' | 'mode'>,
  { relinked, checkoutIds }: Followed,
): Promise<void> {
  await settle(tx, shop.id, await relinkTransactions(tx, shop, relinked))
  await refreshCheckouts(tx, shop.id, checkoutIds)
}

async function followAll(
  tx: Database,
  shopId: string,
  uids: readonly string[],
  followed: Followed,
): Promise<Follower[]> {
  const parents = await linksOfParents(tx, shopId, uids)
  const moves: Move[] = []
  for (const before of await followersOf(tx, shopId, [...parents.keys()])) {
    const { checkout, product } = parents.get(before.parentUid) ?? {}
    const links = {
      ...(isInheritable(before.checkoutLink) ? checkout : {}),
      ...(isInheritable(before.productLink) ? product : {}),
    }
    const now: Follower = { ...before, ...links }
    if (now.checkoutId === before.checkoutId && now.productId === before.productId) continue
    moves.push({ before, now })
    followed.ids.push(now.id)
    followed.checkoutIds.push(...[before.checkoutId, now.checkoutId].flatMap((id) => id ?? []))
    if (now.uid !== null) followed.relinked.push({ uid: now.uid, ...links })
  }
  const moved = moves.map(({ now }) => now)
  await writeLinks(tx, shopId, moved)
  followed.payers.push(...(await moveToCheckouts(tx, shopId, moves)))
  return moved
}

async function writeLinks(tx: Database, shopId: string, moved: readonly Follower[]): Promise<void> {
  if (moved.length === 0) return
  const links = moved.map(({ uid: _uid, parentUid: _parentUid, ...one }) => ({ ...one, shopId }))
  await tx.execute(sql`
    UPDATE notifications n SET checkout_id = given.checkout_id, checkout_link = given.checkout_link,
      product_id = given.product_id, product_link = given.product_link
    FROM ${recordset(notifications, links)} given WHERE n.shop_id = given.shop_id AND n.id = given.id`)
}

/** Whether there is no link yet, or only an inherited one. */
const isInheritable = (way: string | null): boolean => way === null || way === 'parent'

/** Locks the processed notifications with evidence that refer to these transactions. */
async function followersOf(tx: Database, shopId: string, uids: readonly string[]): Promise<Follower[]> {
  if (uids.length === 0) return []
  const { rows } = await tx.execute<Follower>(sql`
    SELECT found.* FROM unnest(${sql.param(uids)}::text[]) given (uid), LATERAL (
      SELECT n.id, n.uid, n.parent_uid AS "parentUid", n.checkout_id AS "checkoutId",
        n.checkout_link AS "checkoutLink", n.product_id AS "productId", n.product_link AS "productLink"
      FROM notifications n
      WHERE n.shop_id = ${shopId} AND n.parent_uid = given.uid AND n.kind = 'transaction'
        AND n.authenticity <> 'unverified' AND n.processed_at IS NOT NULL
        AND (n.checkout_link IS NULL OR n.product_link IS NULL
          OR n.checkout_link = 'parent' OR n.product_link = 'parent')
      ORDER BY n.id LIMIT ${mostOfOne} FOR UPDATE) found`)
  return rows
}

type Move = { before: Follower; now: Follower }

/** Moves the customer links along with the checkouts. Returns the affected customers. */
async function moveToCheckouts(tx: Database, shopId: string, moves: readonly Move[]): Promise<string[]> {
  const changed = moves.filter(({ before, now }) => now.checkoutId !== before.checkoutId)
  const left = changed.flatMap(({ before }) => (before.checkoutId === null ? [] : before.id))
  const lost =
    left.length === 0
      ? []
      : await unlinkChildren(tx, shopId, sql`l.notification_id = ANY(${sql.param(left)}::uuid[])`)
  const arrived = changed.map(({ now: { id, checkoutId } }) => ({ id, checkoutId, paymentToken: null }))
  return [...lost, ...(await applyToCheckouts(tx, shopId, arrived))]
}
