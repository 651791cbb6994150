import 'server-only'
import type { RevealedCardToken } from '../schema'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { unsealCardToken } from './keep'

/**
 * Returns the token in plain text. Records who asked before returning it.
 * @throws AppError `not_found`
 */
export async function revealCardToken(context: ActorContext, id: string): Promise<RevealedCardToken> {
  const token = await unsealCardToken(context, id)
  await recordActivity(context.engine.db, context, { action: 'card_token.revealed', subject: id })
  return { token }
}
