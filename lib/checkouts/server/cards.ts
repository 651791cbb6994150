import 'server-only'
import { and, desc, eq, sql } from 'drizzle-orm'
import { unsealCardToken } from '../../card-tokens/server/keep'
import { getTranslator } from '../../core/i18n/server'
import { may } from '../../core/permissions'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import type { Database } from '../../db/database'
import type { CheckoutRequest } from '../../gateway/checkouts/checkout'
import { payments, type PaymentRow } from '../../payments/server/tables'
import type { CheckoutCreate } from '../schema'

type Checkout = CheckoutRequest['checkout']

/** Replaces a card token wherever a request is stored or shown. */
export const maskedToken = '••••••••'

const place = 'checkout.payment_method.credit_card.token'

const refused = (key: 'cardTokenTwice' | 'cardTokenUnknown'): AppError =>
  new AppError('invalid', { errors: { [place]: [getTranslator('checkouts')(`refused.${key}`)] } })

/**
 * Adds the chosen card. `sent` holds the card token, `kept` a mask. `pasted`: a token typed in by a person.
 * @throws AppError `invalid` if the card is unknown or a token is given as well; `forbidden` if the role may not use
 *   card tokens
 */
export async function withCard(
  context: ActorContext,
  { checkout, card_token_id: id }: CheckoutCreate,
): Promise<{ sent: Checkout; kept: Checkout; pasted?: string }> {
  const given = checkout.payment_method?.credit_card?.token
  if (id === undefined && given === undefined) return { sent: checkout, kept: checkout }
  if (id !== undefined && given !== undefined) throw refused('cardTokenTwice')
  if (!may(context.actor, 'card_tokens.read')) throw new AppError('forbidden')
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

/** The payments of these checkouts, newest first. */
export const paymentsOf = (db: Database, shopId: string, ids: readonly string[]): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.shopId, shopId), sql`${payments.checkoutId} = ANY(${sql.param(ids)}::text[])`))
    .orderBy(desc(payments.at), desc(payments.uid))
