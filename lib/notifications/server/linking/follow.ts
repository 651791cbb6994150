import 'server-only'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { applyToCheckouts } from '../../../checkouts/server/link'
import { refreshCheckouts } from '../../../checkouts/server/refresh'
import type { Shop } from '../../../core/server/context'
import { recordset } from '../../../core/server/sql'
import { maxParentDepth, unlinkChildren } from '../../../customers/server/merging/link'
import { readNotification } from '../../../gateway/notifications/notification'
import { settle } from '../../../payments/server/accept'
import { relinkTransactions, type Relinked } from '../../../payments/server/ledger/ledger'
import { describeNotification } from '../interpreting/describe'
import { notifications } from '../tables'
import { byKind, findLinks, linksOfParents, noLinks, type LinksByKind, type Links } from './links'

/** Most followers of one transaction. Each one beyond that follows when it is replayed. */
const mostOfOne = 200

/** The relinked notifications, their customers before and after, and the new links of their transactions. */
type Followed = {
  ids: string[]
  payers: string[]
  relinked: Relinked[]
  checkoutIds: string[]
}

type Follower = Links & { id: string; uid: string | null; parentUid: string }

/**
 * Links earlier notifications that refer to a transaction to its checkout and product, then those that refer to them.
 * Keeps links of their own and links set by a person. `hasLost`: whether these may have lost links, so that what refers
 * to them is linked as if it arrived now. Requires the ledger lock. {@link settleFollowed} updates the payments and what
 * rests on them.
 */
export async function follow(
  tx: Database,
  shopId: string,
  uids: readonly string[],
  { hasLost = false } = {},
): Promise<Followed> {
  const followed: Followed = { ids: [], payers: [], relinked: [], checkoutIds: [] }
  let next: Parents = { uids, lost: new Set(hasLost ? uids : []) }
  for (let depth = 0; depth < maxParentDepth && next.uids.length > 0; depth++)
    next = parentsAmong(await followAll(tx, shopId, next, followed))
  return followed
}

/** Transactions whose links changed. `lost`: those that no longer have some. */
type Parents = { uids: readonly string[]; lost: ReadonlySet<string> }

function parentsAmong(moves: readonly Move[]): Parents {
  const isLosing = ({ before, now }: Move) =>
    (before.checkoutId !== null && now.checkoutId === null) ||
    (before.productId !== null && now.productId === null)
  const uidsOf = (some: readonly Move[]) => [...new Set(some.flatMap(({ now }) => now.uid ?? []))]
  return { uids: uidsOf(moves), lost: new Set(uidsOf(moves.filter(isLosing))) }
}

export async function settleFollowed(
  tx: Database,
  shop: Pick<Shop, 'id'>,
  { relinked, checkoutIds }: Followed,
): Promise<void> {
  await settle(tx, shop.id, await relinkTransactions(tx, shop, relinked))
  await refreshCheckouts(tx, shop.id, checkoutIds)
}

async function followAll(
  tx: Database,
  shopId: string,
  { uids, lost }: Parents,
  followed: Followed,
): Promise<Move[]> {
  const parents = await linksOfParents(tx, shopId, uids)
  const followers = await followersOf(tx, shopId, [...new Set([...parents.keys(), ...lost])])
  const left = followers.filter(({ parentUid }) => lost.has(parentUid))
  const anew = await linksAnew(tx, shopId, left, parents)
  const moves: Move[] = []
  for (const before of followers) {
    const { checkout, product } = anew.get(before.id) ?? parents.get(before.parentUid) ?? {}
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
  await writeLinks(
    tx,
    shopId,
    moves.map(({ now }) => now),
  )
  followed.payers.push(...(await moveToCheckouts(tx, shopId, moves)))
  return moves
}

/** Returns the links that these would have if they arrived now; without a body, those of their parents. */
async function linksAnew(
  tx: Database,
  shopId: string,
  followers: readonly Follower[],
  parents: ReadonlyMap<string, LinksByKind>,
): Promise<Map<string, LinksByKind>> {
  if (followers.length === 0) return new Map()
  const ids = followers.map(({ id }) => id)
  const rows = await tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.shopId, shopId), inArray(notifications.id, ids)))
    .orderBy(notifications.id)
  const read = rows.flatMap((row) => {
    const content = readNotification(row.body)
    return content.kind === 'transaction' ? { row, content, stated: describeNotification(content) } : []
  })
  const found = await findLinks(tx, shopId, read)
  return new Map(
    followers.map(({ id, parentUid }) => {
      const links = found.get(id)
      return [id, links ? byKind(links) : { ...byKind(noLinks), ...parents.get(parentUid) }]
    }),
  )
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
