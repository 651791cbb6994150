import 'server-only'
import { sql } from 'drizzle-orm'
import { currentLocale } from '../../../core/i18n/current'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import type { Database } from '../../../db/database'
import type { CustomerChoices } from '../../schema'
import { isMaskedFor, whereListed, namedLabels, shownLabels } from './item'

/** Maximum number of countries, in case a gateway invents codes. Also of label sets that are read one by one. */
const maxValues = 1000

/** Returns the countries and labels that the shop's listed customers have. Labels are as the actor sees them. */
export async function choicesOf(context: ActorContext): Promise<CustomerChoices> {
  const [countries, labels] = await Promise.all([countriesOf(context), labelsOf(context)])
  const shown = shownLabels(context.actor, labels)
  return { countries, labels: shown.toSorted((one, other) => one.localeCompare(other, currentLocale())) }
}

/**
 * Replaces a filter's labels by the stored labels that the person sees in the same masked form. A full address in the
 * filter finds the same customers as its mask, so that a filter cannot confirm which address a mask hides.
 */
export async function withNamedLabels<Filters extends { label?: string[] | undefined }>(
  context: ActorContext,
  filters: Filters,
): Promise<Filters> {
  if (filters.label === undefined || !isMaskedFor(context.actor)) return filters
  const stored = await labelsOf(context)
  return { ...filters, label: namedLabels(context.actor, shownLabels(context.actor, filters.label), stored) }
}

/** Returns the countries. Jumps from value to value in an index, so the cost depends on the number of values. */
async function countriesOf({ engine, shop }: ShopContext): Promise<string[]> {
  const { rows } = await engine.db.execute<{ country: string }>(sql`
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
    SELECT country FROM (SELECT country FROM next LIMIT ${maxValues}) known WHERE country ~ '^[A-Z]{2}$'`)
  return rows.map(({ country }) => country)
}

/** Returns the labels. Jumps from label set to label set, as {@link countriesOf} does. */
async function labelsOf({ engine, shop }: ShopContext): Promise<string[]> {
  const { rows } = await engine.db.execute<{ labels: string[] }>(sql`
    WITH RECURSIVE next AS (
      (SELECT labels FROM customers
        WHERE shop_id = ${shop.id} AND labels <> '{}' AND ${whereListed} ORDER BY labels LIMIT 1)
      UNION ALL
      SELECT (SELECT customers.labels FROM customers
        WHERE customers.shop_id = ${shop.id} AND customers.labels <> '{}' AND customers.labels > next.labels AND ${whereListed}
        ORDER BY customers.labels LIMIT 1)
      FROM next WHERE labels IS NOT NULL
    )
    SELECT labels FROM next WHERE labels IS NOT NULL LIMIT ${maxValues}`)
  const known = rows.map(({ labels }) => labels)
  return known.length < maxValues ? [...new Set(known.flat())] : allLabels(engine.db, shop.id)
}

/** Returns the labels by reading every labelled customer. Used only if there are too many different sets. */
async function allLabels(db: Database, shopId: string): Promise<string[]> {
  const { rows } = await db.execute<{ label: string }>(sql`
    SELECT DISTINCT unnest(labels) AS label FROM customers
    WHERE shop_id = ${shopId} AND labels <> '{}' AND ${whereListed}`)
  return rows.map(({ label }) => label)
}
