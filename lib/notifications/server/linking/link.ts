import 'server-only'
import { and, eq, ne, or } from 'drizzle-orm'
import type { NotificationDetail, NotificationLink } from '../../schema'
import type { Database } from '../../../db/database'
import type { ActivityKind } from '../../../core/activity'
import { recordActivity } from '../../../core/server/activity/record'
import { refreshCheckouts } from '../../../checkouts/server/refresh'
import type { ActorContext } from '../../../core/server/context'
import { publishLiveEvent } from '../../../core/server/live'
import { lockMatching } from '../../../customers/server/merging/link'
import { AppError } from '../../../core/server/errors'
import { settle } from '../../../payments/server/accept'
import { lockLedger, relinkTransactions, type LedgerChange } from '../../../payments/server/ledger/ledger'
import { notifications, type NotificationRow } from '../tables'
import { follow, settleFollowed } from './follow'
import { announce } from '../interpreting/process'
import { readNotificationDetail } from '../reading/read'
import { lockNotification } from './links'
import { linkCheckout, linkCustomer, linkProduct } from './records'

/**
 * Sets by hand what a notification is about, or that it is about nothing, and updates what depends on that. Records an
 * activity. Later processing keeps links set by hand.
 * @throws AppError `not_found`; `invalid` if the shop has no such object, or for quarantined notifications and
 * verification requests.
 */
export async function linkByHand(
  context: ActorContext,
  id: string,
  link: NotificationLink,
): Promise<NotificationDetail> {
  const { subject } = await linkTransaction(context, (tx) => ofNotification(tx, context.shop.id, id), link)
  return readNotificationDetail(context, subject)
}

/** What a person links: a transaction, with all its notifications that have evidence, and the activity to record. */
type Target = {
  action: ActivityKind
  subject: string
  uid: string | null
  rows: readonly NotificationRow[]
}

async function ofNotification(tx: Database, shopId: string, id: string): Promise<Target> {
  const given = await lockNotification(tx, shopId, id)
  // As it is shown: by the ID of a later delivery, too, the first one.
  const row = given.duplicateOf === null ? given : await lockNotification(tx, shopId, given.duplicateOf)
  if (row.authenticity === 'unverified' || row.hook === 'verification')
    throw new AppError('invalid', { errors: { base: ['quarantined'] } })
  return {
    action: 'notification.linked',
    subject: row.id,
    uid: row.uid,
    rows: await lockOfTransaction(tx, shopId, row),
  }
}

/**
 * Links what `find` returns, as {@link linkByHand} does. `find` runs in the transaction, with the matching and the ledger
 * locked.
 */
export async function linkTransaction(
  context: ActorContext,
  find: (tx: Database) => Promise<Target>,
  link: NotificationLink,
): Promise<Target> {
  const { engine, shop } = context
  const done = await engine.db.transaction(async (tx) => {
    await lockMatching(tx, shop.id)
    await lockLedger(tx, shop.id)
    const target = await find(tx)
    const { action, subject, uid, rows } = target
    const linked = { shopId: shop.id, rows }
    const payers = [
      ...(link.checkout_id === undefined ? [] : await linkCheckout(tx, linked, link.checkout_id)),
      ...(link.customer_id === undefined ? [] : await linkCustomer(tx, linked, link.customer_id)),
    ]
    if (link.product_id !== undefined) await linkProduct(tx, linked, link.product_id)
    const changes = await relink(tx, shop, uid, link)
    payers.push(...(await settle(tx, shop.id, changes)))
    const followed = await follow(tx, shop.id, uid === null ? [] : [uid])
    payers.push(...followed.payers)
    await settleFollowed(tx, shop, followed)
    const touched = [...rows.map(({ checkoutId }) => checkoutId), link.checkout_id].flatMap(
      (one) => one ?? [],
    )
    await refreshCheckouts(tx, shop.id, touched)
    // Another of its transaction's notifications may have named a different checkout.
    const left = changes.flatMap(({ before }) => before?.checkoutId ?? [])
    await recordActivity(tx, context, { action, subject, detail: link })
    return {
      target,
      payers: [...new Set(payers)],
      followers: followed.ids,
      checkoutIds: [...touched, ...left],
    }
  })
  const { target, ...news } = done
  await announce(context, {
    ...news,
    ids: target.rows.map(({ id }) => id),
    productIds: [],
    cardTokenIds: [],
    endpoints: [],
  })
  // Makes browsers read payments again.
  if (target.rows.length === 0) await publishLiveEvent(context, { kind: 'notification' })
  return target
}

/**
 * Locks the notifications with evidence of a transaction, including duplicates. All share what a person links: each
 * could be the one that is shown, or that a refund follows. `id`: one that is also locked if it has no transaction.
 */
export const lockOfTransaction = (
  tx: Database,
  shopId: string,
  { id, uid }: { id: string; uid: string | null } | { id: null; uid: string },
): Promise<NotificationRow[]> =>
  tx
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.shopId, shopId),
        or(
          id === null ? undefined : or(eq(notifications.id, id), eq(notifications.duplicateOf, id)),
          uid === null ? undefined : and(eq(notifications.uid, uid), eq(notifications.kind, 'transaction')),
        ),
        ne(notifications.authenticity, 'unverified'),
      ),
    )
    .orderBy(notifications.id)
    .for('update')

async function relink(
  tx: Database,
  shop: ActorContext['shop'],
  uid: string | null,
  { checkout_id: checkoutId, product_id: productId }: NotificationLink,
): Promise<LedgerChange[]> {
  if (uid === null) return []
  return relinkTransactions(tx, shop, [
    {
      uid,
      ...(checkoutId === undefined ? {} : { checkoutId, checkoutLink: 'hand' }),
      ...(productId === undefined ? {} : { productId, productLink: 'hand' }),
    },
  ])
}
