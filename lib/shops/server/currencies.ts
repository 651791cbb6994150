import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { ShopCurrencies } from '../../core/shop'
import type { ShopContext } from '../../core/server/context'
import { eachValue, qualified } from '../../core/server/sql'
import { orderOf } from '../../checkouts/server/listing/list'
import { indexed } from '../../products/server/mirror/columns'
import { checkouts } from '../../checkouts/server/tables'
import { notifications } from '../../notifications/server/tables'
import { products } from '../../products/server/tables'

/** `eachValue` with its result column named `currency`. Selects at most 200 currencies unless `limit` is given. */
export const eachCurrency = (...of: Parameters<typeof eachValue>): SQL =>
  sql`(SELECT value AS currency FROM ${eachValue(...of)} each_value)`

export const currenciesNotified = (shop: string): SQL =>
  eachCurrency(
    (after) => sql`SELECT currency FROM ${notifications}
      WHERE shop_id = ${shop} AND currency > ${after} ORDER BY currency LIMIT 1`,
  )

const currenciesOfProducts = (shop: string): SQL =>
  eachCurrency(
    (after) => sql`SELECT ${indexed.currency} FROM ${products}
      WHERE ${qualified(products.shopId)} = ${shop} AND ${indexed.currency} > ${after} ORDER BY ${indexed.currency} LIMIT 1`,
  )

const { expression: byAmount } = orderOf('amount')

/** The index stores an amount as currency and digits. ":" sorts after all digits and before all letters. */
const currenciesOfCheckouts = (shop: string): SQL =>
  eachCurrency(
    (after) => sql`SELECT ${qualified(checkouts.currency)} FROM ${checkouts}
      WHERE ${qualified(checkouts.shopId)} = ${shop} AND ${byAmount} > ${after} || ':' ORDER BY ${byAmount} LIMIT 1`,
  )

/**
 * Returns the currencies of a shop's products, checkouts and notifications in alphabetical order. Omits what is not a
 * three-letter code, because lists cannot filter by it.
 */
export async function shopCurrencies({ engine, shop }: ShopContext): Promise<ShopCurrencies> {
  const parts = [currenciesOfProducts, currenciesOfCheckouts, currenciesNotified]
  const all = sql.join(
    parts.map((part) => part(shop.id)),
    sql` UNION `,
  )
  const { rows } = await engine.db.execute<{ currency: string }>(
    sql`SELECT currency FROM (${all}) used WHERE currency ~ '^[A-Z]{3}$' ORDER BY currency COLLATE "C"`,
  )
  return { currencies: rows.map(({ currency }) => currency) }
}
