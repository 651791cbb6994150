import 'server-only'
import type { Delimiter } from '../../contracts/import'
import { parseMajor } from '../../gateway/minor-units'
import { getTranslator } from '../../i18n/server'
import { valueReason } from './value-reasons'

type PriceOf = {
  /** Null: nobody knows which, so that decimals are no fault. */
  currency: string | null
  /** Of the currency's minor unit. */
  exponent: number
  /** Between the cells of the file. */
  delimiter: Delimiter
}

/** A price in major units, as a cell of a file has it, in minor ones; or why it is none. */
export function readPrice(cell: string, of: PriceOf): { minor: number } | { reason: string } {
  const { currency, exponent, delimiter } = of
  const parsed = parseMajor(cell, exponent)
  if (!parsed.ok)
    return {
      reason:
        parsed.reason === 'too_many_decimals' && currency !== null
          ? decimalsReason(cell, currency, exponent)
          : valueReason('price', cell, []),
    }
  const [, whole, decimals] = /^([1-9]\d{0,2}),(\d{3})$/.exec(cell.trim()) ?? []
  // Where commas stand between the cells, decimals hardly have one: of dinars, this could be a thousand times as many.
  if (delimiter === ',' && exponent === 3 && whole && decimals)
    return {
      reason: getTranslator('cellReasons')('could_be_thousands', {
        decimal: `${whole}.${decimals}`,
        grouped: whole + decimals,
      }),
    }
  return { minor: parsed.minor }
}

/** More decimals than the currency has; perhaps what looks like a decimal mark groups thousands. */
function decimalsReason(cell: string, currency: string, exponent: number): string {
  const words = getTranslator('cellReasons')
  const [, mark] = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(cell) ?? []
  const reason = words('too_many_decimals', { currency, count: exponent })
  return mark ? `${reason}. ${words('perhaps_thousands', { mark })}` : reason
}
