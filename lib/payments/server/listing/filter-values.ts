import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { ShopContext } from '../../../core/server/context'
import { eachValue } from '../../../core/server/sql'
import { paymentListQuery, type PaymentFilterValues } from '../../list'
import { payments } from '../tables'

type Filter = keyof PaymentFilterValues

/** One condition and order for each index. */
const nextOf: Record<Filter, (shop: string, after: SQL) => SQL> = {
  type: (shop, after) => sql`SELECT p.type FROM ${payments} p
    WHERE p.shop_id = ${shop} AND p.type <> 'payment' AND p.type > ${after} ORDER BY p.type LIMIT 1`,
  brand: (shop, after) => sql`SELECT p.card_brand FROM ${payments} p
    WHERE p.shop_id = ${shop} AND p.card_brand > ${after} ORDER BY p.card_brand LIMIT 1`,
  country: (shop, after) => sql`SELECT p.card_country FROM ${payments} p
    WHERE p.shop_id = ${shop} AND p.card_country > ${after} ORDER BY p.card_country LIMIT 1`,
}

/**
 * Returns the types, card brands and card countries of a shop's payments in alphabetical order. Has the type `payment`
 * always, because its index leaves it out. Omits what the list cannot filter by.
 */
export async function paymentFilterValues({ engine, shop }: ShopContext): Promise<PaymentFilterValues> {
  const valuesOf = async (filter: Filter, ...known: string[]) => {
    const { rows } = await engine.db.execute<{ value: string }>(
      eachValue((after) => nextOf[filter](shop.id, after)),
    )
    const query = paymentListQuery.shape[filter]
    const used = rows.map(({ value }) => value).filter((value) => query.safeParse(value).data?.length === 1)
    return [...known, ...used].toSorted()
  }
  const [type, brand, country] = await Promise.all([
    valuesOf('type', 'payment'),
    valuesOf('brand'),
    valuesOf('country'),
  ])
  return { type, brand, country }
}
