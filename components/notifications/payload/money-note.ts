import { type Json, stringOf } from '@/components/ui/json-text'
import type { JsonPlace } from '@/components/ui/json-tree'

const isCurrency = (text: string) => /^[A-Z]{3}$/.test(text)

/** The `currency` an object says; null where it says none. */
function currencyOf(json: Json): string | null {
  if (json.type !== 'object') return null
  const found = json.entries.find(([key]) => key === 'currency')?.[1]
  const text = found?.type === 'string' ? stringOf(found) : ''
  return isCurrency(text) ? text : null
}

/**
 * The money a value of the payload stands for: what is called an amount, in minor units, in the currency that stands
 * nearest; `usual`: the notification's own. Null for all else.
 */
export function moneyAt(
  { path, parents }: JsonPlace,
  value: Json,
  usual: string | null,
): { amount: number; currency: string } | null {
  const key = path.at(-1)
  if (typeof key !== 'string' || !/(^|_)amount$/.test(key)) return null
  const text = value.type === 'string' ? stringOf(value) : value.text
  if (!/^-?\d{1,15}$/.test(text)) return null
  const currency = parents.map(currencyOf).findLast((found) => found !== null) ?? usual
  return currency === null ? null : { amount: Number(text), currency }
}
