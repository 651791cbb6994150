import 'server-only'
import { keepFromTransactions } from '../../../card-tokens/server/keep-notified'
import { applyToCheckouts } from '../../../checkouts/server/link'
import { refreshCheckouts } from '../../../checkouts/server/refresh'
import type { Shop, ShopContext } from '../../../core/server/context'
import { linkFromParents, linkNotifications } from '../../../customers/server/merging/link'
import type { Database } from '../../../db/database'
import { refreshCustomersOf, updatePaymentAlerts } from '../../../payments/server/accept'
import { recordTransactions } from '../../../payments/server/ledger/ledger'
import { stateOf } from '../../../payments/server/ledger/transaction'
import { follow, settleFollowed } from '../linking/follow'
import { ownToken, type Links } from '../linking/links'
import { openedCardTokenOf } from '../redaction/sealed-tokens'
import type { notifications } from '../tables'
import type { Read } from './known'

type Context = Pick<ShopContext, 'engine'> & { shop: Pick<Shop, 'id'> }

/** A notification with what processing wrote about it. `isAnonymised`: without the anonymised person that it names. */
export type Described = Pick<Read, 'row' | 'content'> & {
  found: Partial<typeof notifications.$inferInsert> & Links & { keys: string[] }
  isAnonymised: boolean
  hasChildren: boolean
}

/** `isCardKept`: whether to keep cards that were asked for. */
export type How = { isCardKept?: boolean }

/** What was found or changed. `payers`: customers. `cardTokenIds`: those of cards that were kept. */
export type Applied = Record<'payers' | 'productIds' | 'checkoutIds' | 'cardTokenIds' | 'followers', string[]>

/**
 * Changes what depends on described notifications: payments, links to customers, checkouts, alerts and cards. None may
 * refer to another one's transaction. Requires the matching lock and the ledger lock.
 */
export async function apply(
  tx: Database,
  context: Context,
  all: readonly Described[],
  { isCardKept = true }: How = {},
): Promise<Applied> {
  const { shop } = context
  const changes = await recordTransactions(
    tx,
    shop,
    all.map(({ row, content, found }) => stateOf({ ...row, ...found }, content)),
  )
  // Before those of the followers, which may change the same payments again.
  await updatePaymentAlerts(tx, shop.id, changes)
  const linked = all.map(({ row: { id }, found }) => ({
    id,
    keys: found.keys,
    checkoutId: found.checkoutId,
    paymentToken: ownToken(found, found.paymentToken ?? null),
  }))
  const payers = [
    ...(await linkNotifications(tx, shop.id, linked)),
    ...(await applyToCheckouts(tx, shop.id, linked)),
    ...(await linkFromParents(
      tx,
      shop.id,
      all.flatMap(({ row, found }) => (found.parentUid ? row.id : [])),
    )),
  ]
  const parents = all.flatMap(({ found, hasChildren }) => (found.uid && hasChildren ? found.uid : []))
  const followed = await follow(tx, shop.id, parents)
  await settleFollowed(tx, shop, followed)
  const checkoutIds = all.flatMap(({ found }) => found.checkoutId ?? [])
  const changed = changes.flatMap(({ before, after }) =>
    [before?.checkoutId, after.checkoutId].flatMap((id) => id ?? []),
  )
  await refreshCheckouts(tx, shop.id, [...changed, ...checkoutIds])
  const refreshed = await refreshCustomersOf(tx, shop.id, changes)
  const cards = isCardKept ? await keepCards(tx, context, all) : new Map<string, string>()
  return {
    payers: [...payers, ...followed.payers, ...refreshed],
    productIds: all.flatMap(({ found }) => found.productId ?? []),
    checkoutIds,
    cardTokenIds: [...cards.values()],
    followers: followed.ids,
  }
}

const keepCards = (tx: Database, context: Context, all: readonly Described[]) =>
  keepFromTransactions(
    tx,
    context,
    all.flatMap(({ row, content, found, isAnonymised }) =>
      content.kind === 'transaction' && !isAnonymised
        ? {
            transaction: content.transaction,
            token: openedCardTokenOf(context, row, content.transaction),
            notificationId: row.id,
            checkoutId: found.checkoutId,
          }
        : [],
    ),
  )
