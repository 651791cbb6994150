import 'server-only'
import type { RevealedCardToken } from '../../contracts/card-token'
import { recordActivity } from '../activity/record'
import type { ActorContext } from '../context'
import { unsealCardToken } from './keep'

/** The token in the clear; it is noted who asked for it, before they have it. @throws AppError `not_found`. */
export async function revealCardToken(context: ActorContext, id: string): Promise<RevealedCardToken> {
  const token = await unsealCardToken(context, id)
  await recordActivity(context.engine.db, context, { action: 'card_token.revealed', subject: id })
  return { token }
}
