import 'server-only'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { getTranslator } from '../../../core/i18n/server'
import { AppError } from '../../../core/server/errors'
import { shops } from '../../../core/server/tables/shops'
import type { Database } from '../../../db/database'

type Connected = Pick<typeof shops.$inferSelect, 'gatewayShopId' | 'gatewayUrl' | 'apmUrl' | 'checkoutUrl'>

/**
 * The other shop with this gateway shop ID at any of these addresses. Two of them would answer each other's
 * notifications. Locks, so that two people cannot add the same one at once.
 */
async function knownAs(tx: Database, connected: Connected, { except }: { except?: string } = {}) {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('shops.connect'))`)
  const others = await tx
    .select()
    .from(shops)
    .where(
      and(
        eq(shops.gatewayShopId, connected.gatewayShopId),
        isNull(shops.deletedAt),
        except === undefined ? undefined : ne(shops.id, except),
      ),
    )
  const connectedAddresses = new Set(addressesOf(connected))
  return others.find((other) => addressesOf(other).some((address) => connectedAddresses.has(address))) ?? null
}

const addressesOf = ({ gatewayUrl, apmUrl, checkoutUrl }: Connected) => [gatewayUrl, apmUrl, checkoutUrl]

/** @throws AppError `invalid`, which names the other shop */
export async function refuseKnown(tx: Database, connected: Connected, but: { except?: string } = {}) {
  const other = await knownAs(tx, connected, but)
  if (!other) return
  const text = getTranslator('shops')('alreadyConnected', { name: other.name, id: other.id })
  throw new AppError('invalid', { errors: { gateway_shop_id: [text] } })
}
