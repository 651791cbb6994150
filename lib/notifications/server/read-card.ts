import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { NotificationDetail } from '../schema'
import { may } from '../../core/permissions'
import type { NotificationContent } from '../../gateway/notification'
import { keptAs } from '../../card-tokens/server/keep'
import { bringsCard } from '../../card-tokens/server/keep-notified'
import type { ActorContext } from '../../core/server/context'
import { cardTokens } from '../../card-tokens/server/tables'
import type { notifications } from './tables'
import { cardTokenOf } from './sealed-tokens'

type Row = typeof notifications.$inferSelect
type Card = Pick<NotificationDetail, 'card_token_id' | 'card_offered'>

/** The card that a notification brought: as what it is kept, for who may see those, or whether it can be. */
export async function readCard(context: ActorContext, row: Row, content: NotificationContent): Promise<Card> {
  const { role } = context.actor
  if (!may(role, 'card_tokens.read')) return { card_token_id: null, card_offered: false }
  const brought = broughtBy(context, row, content)
  const kept = (await keptFrom(context, row.id)) ?? (brought && (await keptAs(context, brought.token)))
  const isOffered = !!brought && kept === null && may(role, 'card_tokens.create')
  return { card_token_id: kept ?? null, card_offered: isOffered }
}

/** By the notification, also where its body and with it the token has been removed. */
async function keptFrom({ engine, shop }: ActorContext, id: string): Promise<string | null> {
  const [found] = await engine.db
    .select({ id: cardTokens.id })
    .from(cardTokens)
    .where(and(eq(cardTokens.shopId, shop.id), eq(cardTokens.notificationId, id)))
    .limit(1)
  return found?.id ?? null
}

/** The card's token and its transaction, of a notification with evidence. */
export function broughtBy(context: ActorContext, row: Row, content: NotificationContent) {
  const isBelieved = row.authenticity !== 'unverified' && row.hook === 'notification'
  if (!isBelieved || row.blankingId !== null || content.kind !== 'transaction') return null
  const { transaction } = content
  const token = cardTokenOf(context, row, transaction)
  return token && bringsCard({ transaction, token }) ? { transaction, token } : null
}
