import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { CardTokenDetail, CardTokenItem, RevealedCardToken } from '../schema'
import type { ActorContext } from '../../core/server/context'
import { checkouts } from '../../checkouts/server/tables'
import { namesOf } from '../../core/server/accounts/names'
import { toItems } from './item'
import { loadCardToken, unsealCardToken } from './keep'
import { otherCardTokens } from './list'
import { countReveal } from '../../core/server/accounts/person-limits'
import { maskFor } from '../../core/server/search/contacts-in-text'
import { recordActivity } from '../../core/server/activity/record'

export async function cardTokenDetail(context: ActorContext, id: string): Promise<CardTokenDetail> {
  const row = await loadCardToken(context, id)
  const [[item], names, description, others] = await Promise.all([
    toItems(context, [row]),
    namesOf(context.engine.db, [row.createdBy]),
    descriptionOf(context, row.checkoutId),
    otherCardTokens(context, row),
  ])
  return {
    ...(item as CardTokenItem),
    product: row.product,
    bin: row.bin,
    issuer_country: row.issuerCountry,
    issuer_name: row.issuerName,
    uid: row.uid,
    ...maskFor(context.actor, { checkout_description: description }),
    created_by: names.get(row.createdBy ?? '') ?? null,
    others,
  }
}

async function descriptionOf({ engine, shop }: ActorContext, id: string | null): Promise<string | null> {
  if (id === null) return null
  const [row] = await engine.db
    .select({ description: checkouts.description })
    .from(checkouts)
    .where(and(eq(checkouts.shopId, shop.id), eq(checkouts.id, id)))
  return row?.description ?? null
}

/**
 * Returns the token in plain text. Records who asked before returning it.
 * @throws AppError `not_found`, `reveal_limit`
 */
export async function revealCardToken(context: ActorContext, id: string): Promise<RevealedCardToken> {
  await countReveal(context)
  const token = await unsealCardToken(context, id)
  await recordActivity(context.engine.db, context, { action: 'card_token.revealed', subject: id })
  return { token }
}
