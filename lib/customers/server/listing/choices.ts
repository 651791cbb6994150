import 'server-only'
import { sql } from 'drizzle-orm'
import { currentLocale } from '../../../core/i18n/current'
import type { ShopContext } from '../../../core/server/context'
import type { Database } from '../../../db/database'
import type { CustomerChoices } from '../../schema'
import { whereListed } from './list'

/** Limit of countries, in case a gateway invents codes, and of label sets that are read one by one. */
const maxValues = 1000

/**
 * Returns the countries and labels that the shop's listed customers have. Jumps from value to value by an index, so
 * the cost depends on the number of values.
 */
export async function choicesOf({ engine, shop }: ShopContext): Promise<CustomerChoices> {
  const [countries, sets] = await Promise.all([
    engine.db.execute<{ country: string }>(sql`
      WITH RECURSIVE next AS (
        (SELECT coalesce(country, '') AS country FROM customers
          WHERE shop_id = ${shop.id} AND coalesce(country, '') > '' AND ${whereListed}
          ORDER BY coalesce(country, '') LIMIT 1)
        UNION ALL
        SELECT (SELECT coalesce(customers.country, '') FROM customers
          WHERE customers.shop_id = ${shop.id} AND coalesce(customers.country, '') > next.country AND ${whereListed}
          ORDER BY coalesce(customers.country, '') LIMIT 1)
        FROM next WHERE country IS NOT NULL
      )
      SELECT country FROM (SELECT country FROM next LIMIT ${maxValues}) known WHERE country ~ '^[A-Z]{2}$'`),
    engine.db.execute<{ labels: string[] }>(sql`
      WITH RECURSIVE next AS (
        (SELECT labels FROM customers
          WHERE shop_id = ${shop.id} AND labels <> '{}' AND ${whereListed} ORDER BY labels LIMIT 1)
        UNION ALL
        SELECT (SELECT customers.labels FROM customers
          WHERE customers.shop_id = ${shop.id} AND customers.labels <> '{}' AND customers.labels > next.labels AND ${whereListed}
          ORDER BY customers.labels LIMIT 1)
        FROM next WHERE labels IS NOT NULL
      )
      SELECT labels FROM next WHERE labels IS NOT NULL LIMIT ${maxValues}`),
  ])
  const known = sets.rows.map((set) => set.labels)
  const labels = known.length < maxValues ? new Set(known.flat()) : await allLabels(engine.db, shop.id)
  return {
    countries: countries.rows.map(({ country }) => country),
    labels: [...labels].toSorted((one, other) => one.localeCompare(other, currentLocale())),
  }
}

/** Reads every labelled customer. Used only if there are too many sets. */
async function allLabels(db: Database, shopId: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ label: string }>(sql`
    SELECT DISTINCT unnest(labels) AS label FROM customers
    WHERE shop_id = ${shopId} AND labels <> '{}' AND ${whereListed}`)
  return new Set(rows.map(({ label }) => label))
}
