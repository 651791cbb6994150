import 'server-only'
import { getTranslator } from '../../../core/i18n/server'
import { toZoned } from '../../../core/server/zoned'
import type { Shop } from '../../../core/server/context'
import { formatMajor, minorUnitExponent, parseMajor } from '../../../gateway/minor-units'
import type { RowErrors } from '../../../jobs/server/kinds'
import { productFieldNames, productFieldRows } from '../../fields'
import type { ProductDetail } from '../../schema'
import type { Values } from '../changing/history'

type Shops = Record<'source' | 'target', Pick<Shop, 'name' | 'minorUnits'>>

/**
 * Returns the known values of a product as another shop takes them, without the ID of the gateway's shop. The amount is
 * in the other shop's minor units; `errors` says if these cannot express it.
 */
export function copiedValues(product: ProductDetail, shops: Shops): { values: Values; errors: RowErrors } {
  const given = { ...product, expired_at: product.expired_at && toZoned(product.expired_at) }
  const isCopied = (field: keyof Values) => {
    const { unless } = productFieldRows[field as keyof typeof productFieldRows]
    return field !== 'shop_id' && given[field] !== null && !(unless && product[unless] === true)
  }
  const values: Values = Object.fromEntries(
    productFieldNames.filter(isCopied).map((field) => [field, given[field]]),
  )
  const converted = convertedAmount(product, shops)
  if ('reason' in converted) return { values, errors: { amount: [converted.reason] } }
  return { values: { ...values, ...converted }, errors: {} }
}

/** Converts minor units so that the amount in major units stays the same: 12.34 is 1234, or 12340 with three decimals. */
function convertedAmount(
  { amount, currency }: ProductDetail,
  { source, target }: Shops,
): { amount?: number } | { reason: string } {
  const text = getTranslator('taskReasons')
  if (amount === null || currency === null) return { reason: text('copy.noPrice') }
  if (amount < 0) return {} // The schema refuses it.
  const decimals = minorUnitExponent(currency, target.minorUnits)
  const major = formatMajor(amount, minorUnitExponent(currency, source.minorUnits))
  const parsed = parseMajor(major.includes('.') ? major.replace(/\.?0+$/, '') : major, decimals)
  if (parsed.ok) return { amount: parsed.minor }
  return {
    reason:
      parsed.reason === 'too_big'
        ? text('too_large')
        : text('copy.decimals', { amount: `${major} ${currency}`, currency, shop: target.name, decimals }),
  }
}
