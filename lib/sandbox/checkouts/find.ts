import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Sealer } from '../../db/sealing'
import { checkouts, type CheckoutRow } from '../tables/checkouts'
import type { StoredCheckout } from './request'

/** A payment token with what was asked for. */
export type Checkout = Omit<CheckoutRow, 'request'> & { request: StoredCheckout }

/** The payment token, of this shop where one is given; null for an unknown one and for what is none. */
export async function findCheckout(db: Database, token: string, shopId?: number): Promise<Checkout | null> {
  // What is no token may hold what no database does, such as NUL.
  if (!/^[0-9a-f]{64}$/.test(token)) return null
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.token, token), shopId === undefined ? undefined : eq(checkouts.shopId, shopId)))
  // `create.ts` alone writes it.
  return row ? { ...row, request: row.request as StoredCheckout } : null
}

/** What the card token of a payment token is sealed for. */
export const cardTokenContext = (shopId: number, token: string) => `sandbox:shop:${shopId}:checkout:${token}`

/** The card token to pay with, as the merchant sent it. */
export const cardTokenOf = (sealer: Sealer, { shopId, token, cardTokenSealed }: Checkout): string | null =>
  cardTokenSealed === null ? null : sealer.unseal(cardTokenSealed, cardTokenContext(shopId, token))
