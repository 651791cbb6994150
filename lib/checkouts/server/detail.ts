import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { CheckoutDetail } from '../schema'
import type { Payment } from '../../payments/schema'
import { shownTo } from '../../core/server/search/contacts-in-text'
import type { ActorContext } from '../../core/server/context'
import { isMasked } from '../../customers/server/item'
import { maskPayload } from '../../notifications/server/mask'
import { toPayments } from '../../payments/server/read'
import { cardTokens } from '../../card-tokens/server/tables'
import { checkouts, type CheckoutRow } from './tables'
import { namesOf } from '../../core/server/accounts/names'
import { toItem } from './item'
import { loadCheckout } from './load'
import { paymentsOf } from './told'

/** A checkout that was made here, as its page shows it to who asks. @throws AppError `not_found`. */
export async function checkoutDetail(context: ActorContext, id: string): Promise<CheckoutDetail> {
  const { engine, shop, actor } = context
  const row = await loadCheckout(engine.db, shop.id, id)
  const [names, rows, card, reissuedAs] = await Promise.all([
    namesOf(engine.db, [row.createdBy]),
    paymentsOf(engine.db, shop.id, id),
    cardOf(context, row),
    reissueOf(context, id),
  ])
  const payments = await toPayments(engine.db, shop.id, rows)
  return {
    ...toItem(row, actor.role, names),
    request: { checkout: maskPayload(row.request, { personal: !isMasked(actor.role) }) },
    card,
    payments: shownTo(actor.role, payments),
    transactions: shownTo(actor.role, payments.flatMap(transactionsOf)),
    reissues: row.reissues,
    reissued_as: reissuedAs,
    checkable: shop.checkoutQuery && row.token !== null,
    checked_at: row.checkedAt?.toISOString() ?? null,
  }
}

/** Its transactions one by one, the latest first. */
const transactionsOf = ({ steps, checkout_link: link, uid }: Payment): CheckoutDetail['transactions'] =>
  steps.toReversed().map(({ parent_uid: _parent, heard_at: _heard, ...step }) => ({
    ...step,
    matched_by: step.uid === uid && link !== null ? link : 'parent',
  }))

async function cardOf({ engine, shop }: ActorContext, { cardTokenId }: CheckoutRow) {
  if (cardTokenId === null) return null
  const [card] = await engine.db
    .select({ id: cardTokens.id, brand: cardTokens.brand, last_4: cardTokens.last4 })
    .from(cardTokens)
    .where(and(eq(cardTokens.shopId, shop.id), eq(cardTokens.id, cardTokenId)))
  return card ?? null
}

async function reissueOf({ engine, shop }: ActorContext, id: string): Promise<string | null> {
  const [newer] = await engine.db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(eq(checkouts.shopId, shop.id), eq(checkouts.reissues, id)))
    .orderBy(checkouts.createdAt)
    .limit(1)
  return newer?.id ?? null
}
