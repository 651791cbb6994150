import 'server-only'
import { sql } from 'drizzle-orm'
import type { CustomerChoices } from '../schema'
import type { Database } from '../../db/database'
import type { ShopContext } from '../../core/server/context'

/** Countries looked at, should a gateway have made up that many; sets of labels that are found one by one. */
const mostValues = 1000

/**
 * Countries and labels that the shop's customers have. Each is found once by an index, from one value to the next: a
 * million customers cost what their two hundred countries do.
 */
export async function choicesOf({ engine, shop }: ShopContext): Promise<CustomerChoices> {
  const [countries, sets] = await Promise.all([
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
    engine.db.execute<{ labels: string[] }>(sql`
      WITH RECURSIVE next AS (
        (SELECT labels FROM customers
          WHERE shop_id = ${shop.id} AND labels <> '{}' ORDER BY labels LIMIT 1)
        UNION ALL
        SELECT (SELECT c.labels FROM customers c
          WHERE c.shop_id = ${shop.id} AND c.labels <> '{}' AND c.labels > next.labels ORDER BY c.labels LIMIT 1)
        FROM next WHERE labels IS NOT NULL
      )
      SELECT labels FROM next WHERE labels IS NOT NULL LIMIT ${mostValues}`),
  ])
  const known = sets.rows.map((set) => set.labels)
  const labels = known.length < mostValues ? new Set(known.flat()) : await allLabels(engine.db, shop.id)
  return {
    countries: countries.rows.map(({ country }) => country),
    labels: [...labels].toSorted((one, other) => one.localeCompare(other)),
  }
}

/** Those of every customer: where the sets are that many, it costs what the labelled customers do. */
async function allLabels(db: Database, shopId: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ label: string }>(sql`
    SELECT DISTINCT unnest(labels) AS label FROM customers WHERE shop_id = ${shopId} AND labels <> '{}'`)
  return new Set(rows.map(({ label }) => label))
}
