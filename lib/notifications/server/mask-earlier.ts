import 'server-only'
import { createHash } from 'node:crypto'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import { notifications } from './tables'
import { sealTokens } from './sealed-tokens'
import { withoutCards } from './without-cards'

/** Bodies of up to 1 MiB that are written in one transaction. */
const pageRows = 50

/**
 * Stores the notifications of earlier releases as they are stored now: without card numbers and with their tokens sealed
 * apart. In pages, so that it may be cut off and go on later.
 */
export async function maskEarlierNotifications(engine: Engine): Promise<void> {
  while ((await maskPage(engine)) === pageRows);
}

/** Of what was masked, and its own: that of what came would be a way to find the number. */
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
      // Of what the last release sealed the body has only dots.
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
