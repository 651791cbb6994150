import 'server-only'
import { getTranslator } from '../../../core/i18n/server'
import { productCreate, productUpdate } from '../../../gateway/products/product'
import type { PlannedRow } from '../../../jobs/server/imports/kind'
import { invalidPlan } from '../../../jobs/server/imports/reasons'
import { issueMessages } from '../../../jobs/server/load'
import type { CopyMatch, CopyOrder } from '../../copy'
import type { ProductDetail } from '../../schema'
import {
  differingValues,
  valuesOf,
  withPairedFields,
  withRequiredPairs,
  type ValueField,
  type Values,
} from '../changing/history'
import { toZoned } from '../../../core/server/zoned'
import type { Shop } from '../../../core/server/context'
import { formatMajor, minorUnitExponent, parseMajor } from '../../../gateway/values/minor-units'
import type { RowErrors } from '../../../jobs/server/kinds'
import { productFieldNames, productFieldRows } from '../../fields'

type CopyContext = Parameters<typeof copiedValues>[1] &
  Pick<CopyOrder, 'match' | 'expired_at' | 'immortal'> & {
    /** Products of the target with the same key. */
    matching: readonly ProductDetail[]
    /** Whether another row has the same key. */
    isRepeated: boolean
  }

/** Plans to make a product in the target, to change the one with the same key, or to do nothing. */
export function planCopy(product: ProductDetail, context: CopyContext): PlannedRow {
  const { match, matching, isRepeated, expired_at, immortal } = context
  const text = getTranslator('jobReasons')
  const refuse = (errors: PlannedRow['errors'], subject: string | null = null): PlannedRow => ({
    ...invalidPlan(errors ?? {}, subject),
    // Never sent: it names the row.
    change: subject === null && product.name !== null ? { name: product.name } : {},
  })
  if (isRepeated) return refuse({ [match]: [text('copy.repeated', { match })] })
  const [held, ...others] = matching
  if (others.length > 0) return refuse({ [match]: [text('copy.several', { match, count: matching.length })] })
  const { values, errors } = copiedValues(product, context)
  const isExpiryKnown = values.immortal === true || values.expired_at !== undefined
  const plan = held
    ? change(held, values, match)
    : creation({ ...values, ...(!isExpiryKnown && (immortal ? { immortal } : { expired_at })) })
  const isUndecided = !held && !isExpiryKnown && !immortal && expired_at === undefined
  const all = {
    ...plan.errors,
    ...(isUndecided && { expired_at: [text('copy.noExpiry')] }),
    ...errors,
  }
  return Object.keys(all).length > 0 ? refuse(all, held?.id) : plan
}

function creation(values: Values): PlannedRow {
  const parsed = productCreate.safeParse(values, { reportInput: true })
  return parsed.success
    ? { state: 'planned', subject: null, change: parsed.data, before: null, errors: null }
    : invalidPlan(issueMessages(parsed.error.issues), null)
}

/** Stock is left out: the existing product counts the sales of its own shop. */
function change(held: ProductDetail, copied: Values, match: CopyMatch): PlannedRow {
  const { quantity: _quantity, infinite: _infinite, ...values } = copied
  const subject = held.id
  const now = valuesOf(held, withPairedFields(Object.keys(values) as ValueField[]))
  const changed = Object.keys(differingValues(now, values))
  // The same minor units in another currency are another price.
  if (changed.includes('currency')) changed.push('amount')
  if (changed.length === 0) return { state: 'unchanged', subject, change: {}, before: null, errors: null }
  const picked = Object.fromEntries(Object.entries(values).filter(([field]) => changed.includes(field)))
  const parsed = productUpdate.safeParse(withRequiredPairs(picked, values, now), { reportInput: true })
  if (!parsed.success) return invalidPlan(issueMessages(parsed.error.issues), subject)
  // If the product has another key or currency by then, the dry run no longer holds.
  const fields = withPairedFields(Object.keys(parsed.data) as ValueField[])
  const before = valuesOf(held, [...fields, match, 'currency'])
  return { state: 'planned', subject, change: parsed.data, before, errors: null }
}

type Shops = Record<'source' | 'target', Pick<Shop, 'name' | 'minorUnits'>>

/**
 * Returns the known values of a product as another shop takes them, without the ID of the gateway's shop. The amount is
 * in the other shop's minor units; `errors` says if these cannot express it.
 */
function copiedValues(product: ProductDetail, shops: Shops): { values: Values; errors: RowErrors } {
  const given = { ...product, expired_at: product.expired_at && toZoned(product.expired_at) }
  const isMeant = (field: keyof Values) => {
    const { unless } = productFieldRows[field as keyof typeof productFieldRows]
    return field !== 'shop_id' && given[field] !== null && !(unless && product[unless] === true)
  }
  const values: Values = Object.fromEntries(
    productFieldNames.filter(isMeant).map((field) => [field, given[field]]),
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
  const text = getTranslator('jobReasons')
  if (amount === null || currency === null) return { reason: text('copy.noPrice') }
  if (amount < 0) return {} // The schema refuses it.
  const decimals = minorUnitExponent(currency, target.minorUnits)
  const major = formatMajor(amount, minorUnitExponent(currency, source.minorUnits))
  const parsed = parseMajor(major.includes('.') ? major.replace(/\.?0+$/, '') : major, decimals)
  if (parsed.isValid) return { amount: parsed.minor }
  return {
    reason:
      parsed.reason === 'too_big'
        ? text('too_large')
        : text('copy.decimals', { amount: `${major} ${currency}`, currency, shop: target.name, decimals }),
  }
}
