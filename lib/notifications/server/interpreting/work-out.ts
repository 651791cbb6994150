import 'server-only'
import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { readNotification, type NotificationContent } from '../../../gateway/notifications/notification'
import { keepFromTransaction } from '../../../card-tokens/server/keep-notified'
import { applyToCheckout, refreshCheckout } from '../../../checkouts/server/link'
import type { Shop, ShopContext } from '../../../core/server/context'
import { linkByKeys, linkFromParents } from '../../../customers/server/merging/link'
import { queueForwards } from '../../../forwarding/server/queue'
import { lockLedger, recordTransactions } from '../../../payments/server/ledger/ledger'
import { updatePaymentAlerts, refreshCustomersOf } from '../../../payments/server/accept'
import { stateOf } from '../../../payments/server/ledger/transaction'
import { notifications } from '../tables'
import { blanked, belongsToAnonymised } from '../redaction/blank'
import { describeNotification, findFirstDelivery } from './describe'
import { findLinks, noLinks, linkedByHand } from '../linking/links'
import { follow, settleFollowed } from '../linking/follow'
import { cardTokenOf } from '../redaction/sealed-tokens'

/**
 * What processing found. `customerIds`: customers. `cardTokenId`: a card token that was kept. Empty if it was processed
 * before.
 */
export type WorkedOut = {
  id: string
  payers: string[]
  productId: string | null
  checkoutId: string | null
  cardTokenId: string | null
  /** The endpoints to forward it to (lib/forwarding/server/queue.ts). */
  endpoints: string[]
  followers: string[]
}

type Context = Pick<ShopContext, 'engine'> & { shop: Pick<Shop, 'id' | 'mode'> }
type Row = typeof notifications.$inferSelect

/** What processing came to that changes nothing. */
export const nothing = {
  payers: [],
  productId: null,
  checkoutId: null,
  cardTokenId: null,
  endpoints: [],
  followers: [],
}

/**
 * Processes a stored notification: reads it and finds its links and customers. For an earlier release's, finds only the
 * customers. Locks the row first, because another process may have processed or anonymised it. A quarantined one is
 * only described, so that a person can judge it. Requires the matching lock (lib/customers/server/merging/link.ts).
 * `keepsCard`: whether to keep a card that was asked for.
 * @returns null if there is no such notification
 */
export async function workOut(
  tx: Database,
  context: Context,
  id: string,
  { keepsCard = true }: { keepsCard?: boolean } = {},
): Promise<WorkedOut | null> {
  const mine = and(eq(notifications.shopId, context.shop.id), eq(notifications.id, id))
  await lockLedger(tx, context.shop.id)
  const [row] = await tx.select().from(notifications).where(mine).for('update')
  if (!row) return null
  // If the body still names an anonymised person, a later round processes it.
  const isSkipped = row.blankingId !== null || (row.processedAt !== null && row.keys !== null)
  if (isSkipped) return { ...nothing, id }
  const content = readNotification(row.body)
  const found = row.processedAt === null ? await describe(tx, row, content) : keysOnly(content)
  await tx
    .update(notifications)
    // If it was anonymised before it could be processed, its keys are empty and stay so.
    .set({ ...found, keys: row.keys ?? found.keys })
    .where(mine)
  // A verification request is no evidence of what became of the payment.
  const changesNothing = row.authenticity === 'unverified' || row.hook === 'verification'
  const done = changesNothing
    ? { ...nothing, id }
    : await apply(tx, context, { row, content, found, keepsCard })
  if (!('processedAt' in found)) return done
  return { ...done, endpoints: await queueForwards(tx, context.shop.id, { ...row, ...found }) }
}

type Found = Awaited<ReturnType<typeof describe>> | ReturnType<typeof keysOnly>
type Read = { row: Row; content: NotificationContent; found: Found; keepsCard: boolean }

async function apply(
  tx: Database,
  context: Context,
  { row, content, found, keepsCard }: Read,
): Promise<WorkedOut> {
  const { id, shopId } = row
  const { shop } = context
  const changes = await recordTransactions(tx, shop, [stateOf({ ...row, ...found }, content)])
  const customerIds = await linkByKeys(tx, shopId, { id, keys: row.keys ?? found.keys ?? [] })
  if (!('checkoutId' in found)) return { ...nothing, id, payers: customerIds }
  const { checkoutId, productId } = found
  // With an inherited checkout, the payment token is not its own.
  const paymentToken = found.checkoutLink === 'parent' ? null : (found.paymentToken ?? null)
  customerIds.push(...(await applyToCheckout(tx, shopId, { id, checkoutId, paymentToken })))
  if (found.parentUid) customerIds.push(...(await linkFromParents(tx, shopId, [id])))
  const followed = await follow(tx, shopId, found.uid ? [found.uid] : [])
  customerIds.push(...followed.payers)
  await settleFollowed(tx, shop, followed)
  const changed = changes.flatMap(({ before, after }) =>
    [before?.checkoutId ?? [], after.checkoutId ?? []].flat(),
  )
  for (const one of new Set([...changed, ...(checkoutId === null ? [] : [checkoutId])]))
    await refreshCheckout(tx, shopId, one)
  customerIds.push(...(await refreshCustomersOf(tx, shopId, changes)))
  await updatePaymentAlerts(tx, shopId, changes)
  const cardTokenId =
    content.kind === 'transaction' && !found.isBlanked && keepsCard
      ? await keepFromTransaction(tx, context, {
          transaction: content.transaction,
          token: cardTokenOf(context, row, content.transaction),
          notificationId: id,
          checkoutId,
        })
      : null
  return {
    id,
    payers: [...new Set(customerIds)],
    productId,
    checkoutId,
    cardTokenId,
    endpoints: [],
    followers: followed.ids,
  }
}

/** Extracts only the customer keys, if they are missing. Cannot fail. Requires the matching lock, too. */
export async function workOutKeys(tx: Database, shopId: string, id: string): Promise<void> {
  const mine = and(eq(notifications.shopId, shopId), eq(notifications.id, id), isNull(notifications.keys))
  const [row] = await tx.select({ body: notifications.body }).from(notifications).where(mine).for('update')
  if (row)
    await tx
      .update(notifications)
      .set(keysOnly(readNotification(row.body)))
      .where(mine)
}

const keysOnly = (content: NotificationContent): { keys: string[] } => ({
  keys: describeNotification(content).keys ?? [],
})

async function describe(tx: Database, row: Row, content: NotificationContent) {
  const { shopId, authenticity, hook } = row
  const said = describeNotification(content)
  // An anonymised customer's transaction, or one that refers to it, is described without them.
  const uids = [said.uid, said.parentUid].flatMap((uid) => uid || [])
  const isBlanked = content.kind === 'transaction' && (await belongsToAnonymised(tx, shopId, uids))
  const links = authenticity === 'unverified' ? noLinks : await findLinks(tx, shopId, content, said)
  // What a person said of it, or of another of its transaction, holds.
  const byHand = await linkedByHand(tx, row, said.uid)
  // Anonymising removes the card, too.
  const shown = isBlanked ? { ...blanked(content.json), cardTokensSealed: null } : said
  const kind =
    hook === 'verification' && content.kind === 'transaction' ? ('verification' as const) : content.kind
  const duplicateOf = await findFirstDelivery(tx, row, said)
  return {
    ...shown,
    kind,
    ...links,
    ...byHand,
    duplicateOf,
    isBlanked,
    processedAt: new Date(),
  }
}
