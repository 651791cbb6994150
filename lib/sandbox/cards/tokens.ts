import 'server-only'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Sealer } from '../../db/sealing'
import { cards } from '../tables/records'
import type { CardDescription } from './describe'
import type { Outcome } from './test-cards'

/** Returns a new card token: 64 hexadecimal digits (format inferred: documented as a string). */
export const newCardToken = () => randomBytes(32).toString('hex')

/** Returns the lookup key of a token. A plain digest is safe: the token has 256 random bits. */
export const hashCardToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const cardContext = (shopId: number, id: string) => `sandbox:shop:${shopId}:card:${id}`

type Card = { shopId: number; description: CardDescription; outcome: Outcome }

/** Stores the card behind a token. The token itself is sealed and found by its digest. */
export async function keepCard(
  tx: Database,
  sealer: Sealer,
  card: Card & { token: string; contract: string[]; payerId?: string },
): Promise<void> {
  const id = randomUUID()
  await tx.insert(cards).values({
    shopId: card.shopId,
    id,
    tokenHash: hashCardToken(card.token),
    tokenSealed: sealer.seal(card.token, cardContext(card.shopId, id)),
    description: { ...card.description, token: null },
    stamp: card.description.stamp,
    success: card.outcome.success,
    threeDSecure: card.outcome.threeDSecure,
    contract: card.contract,
    payerId: card.payerId ?? null,
  })
}

/**
 * Remembers a card for the payer's browser (docs/gateway.md#settings), replacing an earlier copy of it. Its token is
 * never given out: the card is the payer's, not the merchant's.
 */
export async function rememberCard(
  tx: Database,
  sealer: Sealer,
  card: Card & { payerId: string },
): Promise<void> {
  const { shopId, payerId, description } = card
  await tx
    .delete(cards)
    .where(and(eq(cards.shopId, shopId), eq(cards.payerId, payerId), eq(cards.stamp, description.stamp)))
  await keepCard(tx, sealer, { ...card, token: newCardToken(), contract: [] })
}
