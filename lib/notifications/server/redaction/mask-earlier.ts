import 'server-only'
import { createHash } from 'node:crypto'
import { isNull } from 'drizzle-orm'
import type { Engine } from '../../../db/engine'
import { changeEarlierNotifications } from '../change-earlier'
import { notifications } from '../tables'
import { sealTokens } from './sealed-tokens'
import { withoutCards } from './without-cards'

/** Removes card numbers from notifications of earlier releases and seals their card tokens. */
export const maskEarlierNotifications = (engine: Engine): Promise<void> =>
  changeEarlierNotifications(
    engine,
    isNull(notifications.sourceAddress),
    ({ shopId, id, body: given, cardTokensSealed: sealed }) => {
      // The last release sealed the tokens already and left dots in the body.
      if (sealed !== null) return { sourceAddress: '' }
      const { body, tokens, hasCardNumber } = withoutCards(given)
      return {
        sourceAddress: '',
        body,
        cardTokensSealed: sealTokens({ engine, shop: { id: shopId } }, tokens),
        ...(hasCardNumber && { hasCardNumber, fingerprint: hashOf(body, id) }),
      }
    },
  )

/** Hashes the masked body: the original's hash could help to find the card number. */
const hashOf = (body: Buffer, id: string): Buffer => createHash('sha256').update(body).update(id).digest()
