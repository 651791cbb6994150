import 'server-only'
import { sql } from 'drizzle-orm'
import type { CustomerChoices } from '../../contracts/customer'
import type { ShopContext } from '../context'

/** Values looked at, should a gateway, or somebody here, have made up that many. */
const mostValues = 1000

/**
 * Countries and labels that the shop's customers have. Each is found once by an index, from one value to the next: a
 * million customers cost what their two hundred countries do.
 */
export async function choicesOf({ engine, shop }: ShopContext): Promise<CustomerChoices> {
  const [countries, labels] = await Promise.all([
    engine.db.execute<{ country: string }>(sql`
      WITH RECURSIVE next AS (
        (SELECT coalesce(country, '') AS country FROM customers
          WHERE shop_id = ${shop.id} AND coalesce(country, '') > '' ORDER BY coalesce(country, '') LIMIT 1)
        UNION ALL
        SELECT (SELECT coalesce(c.country, '') FROM customers c
          WHERE c.shop_id = ${shop.id} AND coalesce(c.country, '') > next.country
          ORDER BY coalesce(c.country, '') LIMIT 1)
        FROM next WHERE country IS NOT NULL
      )
      SELECT country FROM (SELECT country FROM next LIMIT ${mostValues}) known WHERE country ~ '^[A-Z]{2}$'`),
    engine.db.execute<{ label: string }>(sql`
      WITH RECURSIVE next AS (
        (SELECT labels FROM customers
          WHERE shop_id = ${shop.id} AND labels <> '{}' ORDER BY labels LIMIT 1)
        UNION ALL
        SELECT (SELECT c.labels FROM customers c
          WHERE c.shop_id = ${shop.id} AND c.labels <> '{}' AND c.labels > next.labels ORDER BY c.labels LIMIT 1)
        FROM next WHERE labels IS NOT NULL
      )
      SELECT DISTINCT label FROM (SELECT labels FROM next LIMIT ${mostValues}) known, unnest(labels) label`),
  ])
  return {
    countries: countries.rows.map(({ country }) => country),
    labels: labels.rows.map(({ label }) => label).toSorted((one, other) => one.localeCompare(other)),
  }
}
