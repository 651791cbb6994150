import 'server-only'
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { readNotification } from '../../gateway/notifications/notification'
import { keepFromTransactions } from '../../card-tokens/server/keep-notified'
import type { ShopContext } from '../../core/server/context'
import { settle } from '../../payments/server/accept'
import { relinkTransactions } from '../../payments/server/ledger/ledger'
import { openedCardTokenOf } from '../../notifications/server/redaction/sealed-tokens'
import { follow, settleFollowed } from '../../notifications/server/linking/follow'
import { notifications } from '../../notifications/server/tables'
import { applyToCheckouts } from './link'
import { refreshCheckouts } from './refresh'

/**
 * Links notifications that arrived before the payment token was known, with their transactions and card tokens.
 * Verification requests are linked, and change nothing. The transaction must hold the ledger lock
 * (lib/payments/server/ledger/ledger.ts).
 */
export async function linkEarlierNotifications(
  tx: Database,
  context: ShopContext,
  { checkoutId, token }: { checkoutId: string; token: string },
): Promise<void> {
  const { shop } = context
  const linked = await tx
    .update(notifications)
    .set({ checkoutId, checkoutLink: 'payment_token' })
    .where(
      and(
        eq(notifications.shopId, shop.id),
        eq(notifications.paymentToken, token),
        isNull(notifications.checkoutId),
        // Null, unless a person said that it belongs to no checkout.
        isNull(notifications.checkoutLink),
        ne(notifications.authenticity, 'unverified'),
      ),
    )
    .returning()
  const rows = linked.filter(({ hook }) => hook !== 'verification')
  await applyToCheckouts(tx, shop.id, rows)
  await keepFromTransactions(
    tx,
    context,
    rows.flatMap((row) => {
      const content = readNotification(row.body)
      if (content.kind !== 'transaction' || row.anonymisationId !== null) return []
      const { transaction } = content
      const brought = { transaction, token: openedCardTokenOf(context, row, transaction) }
      return { ...brought, notificationId: row.id, checkoutId }
    }),
  )
  const uids = [...new Set(rows.flatMap(({ uid }) => uid ?? []))]
  const changes = await relinkTransactions(
    tx,
    shop,
    uids.map((uid) => ({ uid, checkoutId, checkoutLink: 'payment_token' })),
  )
  await settle(tx, shop.id, changes)
  await settleFollowed(tx, shop, await follow(tx, shop.id, uids))
  await refreshCheckouts(tx, shop.id, [checkoutId])
}
