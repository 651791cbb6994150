import 'server-only'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { CardTokenDetail } from '../schema'
import type { Database } from '../../db/database'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { forgetWords } from '../../core/server/lists/words'
import { publishLiveEvent } from '../../core/server/live'
import { qualified } from '../../core/server/sql'
import { cardTokens } from './tables'
import { cardTokenDetail } from './detail'
import { rememberRemoved } from './removed'
import { typoTolerantTexts, cardTokenSource } from './list'

const returned = { mark: cardTokens.mark, holder: cardTokens.holder, email: cardTokens.email }

/**
 * Deletes a card token and returns its last state. The gateway keeps the token: anyone who has it can still charge the
 * card.
 * @throws AppError `not_found`
 */
export async function removeCardToken(context: ActorContext, id: string): Promise<CardTokenDetail> {
  const { engine, shop } = context
  const detail = await cardTokenDetail(context, id)
  await engine.db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(cardTokens)
      .where(and(eq(cardTokens.shopId, shop.id), eq(cardTokens.id, id)))
      .returning(returned)
    if (!removed) throw new AppError('not_found')
    await rememberRemoved(tx, shop.id, [removed])
    await recordActivity(tx, context, { action: 'card_token.removed', subject: id })
    await forgetWords(tx, shop.id, cardTokenSource, typoTolerantTexts(removed))
  })
  await publishLiveEvent(context, { kind: 'card_token', id })
  return detail
}

/**
 * Deletes the card tokens of anonymised customers and returns their number: tokens stored for them, with one of the
 * e-mail addresses (lower case), or from their notifications. Call it before the customer links are deleted.
 */
export async function removeCardTokensOf(
  tx: Database,
  shopId: string,
  { customerIds, emails }: { customerIds: string[]; emails: string[] },
): Promise<number> {
  const whereOfCustomers = sql`${qualified(cardTokens.notificationId)} IN (
    SELECT l.notification_id FROM customer_links l
    JOIN notifications n ON n.shop_id = l.shop_id AND n.id = l.notification_id
    WHERE l.shop_id = ${shopId} AND l.customer_id = ANY(${sql.param(customerIds)}::text[])
      AND (l.matched_by <> 'tracking_id' OR ${qualified(cardTokens.email)} IS NULL))`
  const whereEmail = sql`left(lower(${cardTokens.email}), 255) = ANY(${sql.param(emails)}::text[])`
  const removed = await tx
    .delete(cardTokens)
    .where(
      and(
        eq(cardTokens.shopId, shopId),
        or(inArray(cardTokens.customerId, customerIds), whereEmail, whereOfCustomers),
      ),
    )
    .returning(returned)
  await rememberRemoved(tx, shopId, removed)
  await forgetWords(tx, shopId, cardTokenSource, removed.flatMap(typoTolerantTexts))
  return removed.length
}
