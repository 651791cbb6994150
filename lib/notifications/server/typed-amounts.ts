import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import { possibleAmounts } from '../../core/format/typed-money'
import { minorUnitExponent } from '../../gateway/minor-units'
import type { ShopContext } from '../../core/server/context'
import { currenciesNotified } from '../../shops/server/currencies'
import { notifications } from './tables'

/** Somebody who types a whole amount may mean “about”: a twentieth more or less. */
const nearShare = 20

type Range = { least: number; most: number }
/** What an amount as typed means in one currency, in minor units. */
type Reading = { exact: readonly number[]; near: Range | null }

/** What an amount as typed means, in each currency that the shop was paid in. */
export type TypedAmount = ReadonlyMap<string, Reading>

/** Every word of a search that may be an amount. */
export async function typedAmounts(
  context: ShopContext,
  words: readonly string[],
): Promise<Map<string, TypedAmount>> {
  const numbers = words.filter((word) => /\d/.test(word) && word.length <= 30)
  if (numbers.length === 0) return new Map()
  const currencies = await currenciesOf(context)
  return new Map(
    numbers.flatMap((word) => {
      const readings = currencies.flatMap((currency) => {
        const reading = readingOf(word, {
          currency,
          exponent: minorUnitExponent(currency, context.shop.minorUnits),
        })
        return reading ? [[currency, reading] as const] : []
      })
      return readings.length > 0 ? [[word, new Map(readings)] as const] : []
    }),
  )
}

function readingOf(word: string, unit: { currency: string; exponent: number }): Reading | null {
  const exact = possibleAmounts(word, unit)
  const [only] = exact
  if (only === undefined) return null
  const isWhole = exact.length === 1 && only % 10 ** unit.exponent === 0 && !/\d[.,]\d{1,2}\D*$/.test(word)
  const margin = Math.floor(only / nearShare)
  return { exact, near: isWhole && margin > 0 ? { least: only - margin, most: only + margin } : null }
}

async function currenciesOf({ engine, shop }: ShopContext): Promise<string[]> {
  const { rows } = await engine.db.execute<{ currency: string }>(currenciesNotified(shop.id))
  return rows.map(({ currency }) => currency)
}

/** Where the amount is one that was typed, or near it. */
export function hasAmount(amount: TypedAmount): SQL {
  const places = [...amount].map(([currency, { exact, near }]) => {
    const values = exact.map((value) => sql`${notifications.amount} = ${value}`)
    const range = near && sql`${notifications.amount} BETWEEN ${near.least} AND ${near.most}`
    return sql`(${notifications.currency} = ${currency} AND (${sql.join([...values, ...(range ? [range] : [])], sql` OR `)}))`
  })
  return sql`(${sql.join(places, sql` OR `)})`
}

/** Whether an amount is the one that was typed, near it, or another one. */
export function amountMatch(
  typed: TypedAmount,
  { amount, currency }: { amount: number | null; currency: string | null },
): 'amount' | 'near_amount' | null {
  const reading = amount === null || currency === null ? undefined : typed.get(currency)
  if (!reading || amount === null) return null
  if (reading.exact.includes(amount)) return 'amount'
  const { near } = reading
  return near && near.least <= amount && amount <= near.most ? 'near_amount' : null
}
