import 'server-only'
import { createHash } from 'node:crypto'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Engine } from '../../../db/engine'
import { notifications } from '../tables'
import { sealTokens } from './sealed-tokens'
import { withoutCards } from './without-cards'

/** Bodies (up to 1 MiB) per transaction. */
const pageRows = 50

/**
 * Removes card numbers from notifications of earlier releases and seals their card tokens. Can be interrupted and
 * resumed.
 */
export async function maskEarlierNotifications(engine: Engine): Promise<void> {
  while ((await maskPage(engine)) === pageRows);
}

/** Hashes the masked body: the original's hash could help to find the card number. */
const hashOf = (body: Buffer, id: string): Buffer => createHash('sha256').update(body).update(id).digest()

const maskPage = (engine: Engine): Promise<number> =>
  engine.db.transaction(async (tx) => {
    const rows = await tx
      .select({
        shopId: notifications.shopId,
        id: notifications.id,
        body: notifications.body,
        sealed: notifications.cardTokensSealed,
      })
      .from(notifications)
      .where(isNull(notifications.sourceAddress))
      .orderBy(asc(notifications.id))
      .limit(pageRows)
      .for('update', { skipLocked: true })
    for (const { shopId, id, body: given, sealed } of rows) {
      const { body, tokens, hasCardNumber } = withoutCards(given)
      // The last release sealed the tokens already and left dots in the body.
      const cardTokensSealed = sealed ?? sealTokens({ engine, shop: { id: shopId } }, tokens)
      await tx
        .update(notifications)
        .set({
          sourceAddress: '',
          ...(sealed === null ? { body, cardTokensSealed } : {}),
          ...(sealed === null && hasCardNumber ? { hasCardNumber, fingerprint: hashOf(body, id) } : {}),
        })
        .where(and(eq(notifications.shopId, shopId), eq(notifications.id, id)))
    }
    return rows.length
  })
