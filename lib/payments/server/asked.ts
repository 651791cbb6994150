import 'server-only'
import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { checkouts } from '../../checkouts/server/tables'
import { products } from '../../products/server/tables'
import type { AskedPrice, Payment } from './ledger/payment'

/** What checkouts and products ask for, to compare payments with. */
export type AskedFor = {
  checkouts: Map<string, AskedPrice & { transactionType: string }>
  products: Map<string, ProductPrices>
}

type ProductPrices = Pick<
  typeof products.$inferSelect,
  'amount' | 'currency' | 'test' | 'updatedAt' | 'priceSince' | 'earlierPrices'
>

export async function loadAsked(
  tx: Database,
  shopId: string,
  { checkoutIds, productIds }: { checkoutIds: string[]; productIds: string[] },
): Promise<AskedFor> {
  const ofCheckouts = checkoutIds.length
    ? await tx
        .select({
          id: checkouts.id,
          amount: checkouts.amount,
          currency: checkouts.currency,
          test: checkouts.test,
          transactionType: checkouts.transactionType,
        })
        .from(checkouts)
        .where(and(eq(checkouts.shopId, shopId), inArray(checkouts.id, checkoutIds)))
    : []
  const ofProducts = productIds.length
    ? await tx
        .select({
          id: products.id,
          amount: products.amount,
          currency: products.currency,
          test: products.test,
          updatedAt: products.updatedAt,
          priceSince: products.priceSince,
          earlierPrices: products.earlierPrices,
        })
        .from(products)
        .where(and(eq(products.shopId, shopId), inArray(products.id, productIds)))
    : []
  return {
    checkouts: new Map(
      ofCheckouts.map(({ id, test, ...row }) => [id, { ...row, isTest: test, isKnown: true }]),
    ),
    products: new Map(ofProducts.map(({ id, ...row }) => [id, row])),
  }
}

/**
 * Returns the product's price at that time. If unknown, returns today's with `isKnown` false; null without any price.
 */
export function priceAt(prices: ProductPrices, at: Payment['at']): AskedPrice | null {
  const { amount, currency, test, updatedAt, earlierPrices } = prices
  const isTest = test === true
  // Products not read since an earlier release have no `priceSince`. They have not changed since `updatedAt`.
  const priceSince = prices.priceSince ?? updatedAt
  if (priceSince === null || at < priceSince) {
    const then = earlierPrices?.find(({ from, until }) => new Date(from) <= at && at < new Date(until))
    if (then && then.amount !== null && then.currency !== null)
      return { amount: then.amount, currency: then.currency, isTest, isKnown: true }
    return amount === null || currency === null ? null : { amount, currency, isTest, isKnown: false }
  }
  return amount === null || currency === null ? null : { amount, currency, isTest, isKnown: true }
}
