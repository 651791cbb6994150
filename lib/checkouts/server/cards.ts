import 'server-only'
import type { CheckoutCreate } from '../schema'
import type { CheckoutRequest } from '../../gateway/checkout'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { may } from '../../core/permissions'
import { getTranslator } from '../../core/i18n/server'
import { unsealCardToken } from '../../card-tokens/server/keep'

type Checkout = CheckoutRequest['checkout']

/** Stands for a card token wherever a request is kept or shown. */
export const maskedToken = '••••••••'

const place = 'checkout.payment_method.credit_card.token'

const refused = (key: 'cardTokenTwice' | 'cardTokenUnknown'): AppError =>
  new AppError('invalid', { errors: { [place]: [getTranslator('checkouts')(`refused.${key}`)] } })

/**
 * A checkout with the card that was chosen, as it is sent, and as it is kept: without the token. `pasted`: a token that
 * was typed in, which is sent as it is.
 * @throws AppError `invalid` where the card is not known here, or a token is given beside it; `forbidden` where it is
 *   not theirs to use.
 */
export async function withCard(
  context: ActorContext,
  { checkout, card_token_id: id }: CheckoutCreate,
): Promise<{ sent: Checkout; kept: Checkout; pasted?: string }> {
  const given = checkout.payment_method?.credit_card?.token
  if (id === undefined && given === undefined) return { sent: checkout, kept: checkout }
  if (id !== undefined && given !== undefined) throw refused('cardTokenTwice')
  if (!may(context.actor.role, 'card_tokens.read')) throw new AppError('forbidden')
  if (given === maskedToken) throw refused('cardTokenUnknown')
  const token = given ?? (await tokenOf(context, id ?? ''))
  return { sent: holding(checkout, token), kept: holding(checkout, maskedToken), pasted: given }
}

async function tokenOf(context: ActorContext, id: string): Promise<string> {
  try {
    return await unsealCardToken(context, id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') throw refused('cardTokenUnknown')
    throw error
  }
}

const holding = (checkout: Checkout, token: string): Checkout => ({
  ...checkout,
  payment_method: { ...checkout.payment_method, credit_card: { token } },
})
