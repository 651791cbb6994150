import 'server-only'
import { getTranslator } from '../../../core/i18n/server'
import { addDays, inZoneOf, toZoned } from '../../../core/server/zoned'
import { formatMajor, minorUnitExponent, type MinorUnitOverrides } from '../../../gateway/values/minor-units'
import type { BulkOperation, RoundingMode } from '../../bulk'
import type { ProductDetail } from '../../schema'
import { refusalOf } from '../changing/create'
import {
  differingValues,
  valuesOf,
  withPairedFields,
  type ValueField,
  type Values,
} from '../changing/history'
import { changeScale, scaledChange } from '../../../core/format/money'

type PlannedRow = {
  state: 'planned' | 'unchanged' | 'invalid'
  change: Values
  before: Values
  errors?: Record<string, string[]>
}

type PlanContext = { now: number; minorUnits?: MinorUnitOverrides }

const refuse = (field: string, text: string): { errors: Record<string, string[]> } => ({
  errors: { [field]: [text] },
})

/**
 * Plans an operation on one product. `before` also holds fields that the change depends on, such as a price's currency.
 */
export function planOperation(
  operation: BulkOperation,
  product: ProductDetail,
  context: PlanContext,
): PlannedRow {
  const wanted = changeFor(operation, product, context)
  const errors = 'errors' in wanted ? wanted.errors : refusalOf(wanted)
  const isPrice = operation.kind === 'set_price' || operation.kind === 'change_price'
  if (errors) {
    const fields: ValueField[] = isPrice ? ['amount', 'currency'] : []
    return { state: 'invalid', change: {}, before: valuesOf(product, fields), errors }
  }
  const result = wanted as Values
  const fields = withPairedFields(Object.keys(result) as ValueField[])
  const before = valuesOf(product, isPrice ? [...fields, 'currency'] : fields)
  const isNews = Object.keys(differingValues(before, result)).length > 0
  return { state: isNews ? 'planned' : 'unchanged', change: result, before }
}

type Refusal = { errors: Record<string, string[]> }

function changeFor(operation: BulkOperation, product: ProductDetail, context: PlanContext): Values | Refusal {
  switch (operation.kind) {
    case 'set_price':
      return otherCurrency(operation.currency, product) ?? { amount: operation.amount }
    case 'change_price':
      return changedPrice(operation, product, context)
    case 'set_quantity':
      if (operation.quantity === 'infinite') return { infinite: true }
      // If the kind of stock is not known, send both fields.
      return product.infinite === false
        ? { quantity: operation.quantity }
        : { infinite: false, quantity: operation.quantity }
    case 'extend_expiry':
      return extended(operation.by, product, context)
    case 'set_test':
      return { test: operation.test }
    case 'archive':
      return { archived: true }
    case 'restore':
      return { archived: false }
  }
}

function otherCurrency(currency: string | undefined, product: ProductDetail): Refusal | null {
  if (currency === undefined || product.currency === currency) return null
  const text = getTranslator('jobReasons')
  return refuse('currency', text('other_currency', { currency: product.currency ?? '?' }))
}

function changedPrice(
  operation: Extract<BulkOperation, { kind: 'change_price' }>,
  product: ProductDetail,
  { minorUnits }: PlanContext,
): Values | Refusal {
  const text = getTranslator('jobReasons')
  const other = otherCurrency(operation.currency, product)
  if (other) return other
  if (product.amount === null || product.currency === null) return refuse('amount', text('unknown_price'))
  const amount = changeByPercent(product.amount, operation.percent, operation.rounding)
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) return refuse('amount', text('too_large'))
  if (amount <= 0n) {
    const shown = formatMajor(Number(amount), minorUnitExponent(product.currency, minorUnits))
    return refuse('amount', text('not_above_zero', { amount: `${shown} ${product.currency}` }))
  }
  return { amount: Number(amount) }
}

function extended(
  by: Extract<BulkOperation, { kind: 'extend_expiry' }>['by'],
  product: ProductDetail,
  { now }: PlanContext,
): Values | Refusal {
  if ('immortal' in by) return { immortal: true }
  const own = product.expired_at && toZoned(product.expired_at)
  // Unless the product is known to expire, also send `immortal: false`.
  const bounded = (expiredAt: string): Values =>
    product.immortal === false ? { expired_at: expiredAt } : { immortal: false, expired_at: expiredAt }
  if ('until' in by) return bounded(own ? inZoneOf(own, Date.parse(by.until)) : by.until)
  if (product.immortal === true) return { immortal: true }
  if (!own) return refuse('expired_at', getTranslator('jobReasons')('unknown_expiry'))
  const from = Date.parse(own) < now ? inZoneOf(own, now) : own
  return { expired_at: addDays(from, by.days) }
}

/**
 * Changes an amount by a percentage ("-12.5", at most four decimals) and rounds it to a multiple of `step` minor units.
 * Exact integer arithmetic. The result may be 0 or too large for an amount: the caller checks.
 */
export function changeByPercent(
  amount: number,
  percent: string,
  { mode, step }: { mode: RoundingMode; step: number },
): bigint {
  return round(scaledChange(amount, percent), changeScale * BigInt(step), mode) * BigInt(step)
}

/** `up` rounds away from zero and `down` towards zero. Amounts are never negative. */
function round(numerator: bigint, denominator: bigint, mode: RoundingMode): bigint {
  const quotient = numerator / denominator
  const rest = numerator % denominator
  if (rest === 0n || mode === 'down') return quotient
  if (mode === 'up') return quotient + 1n
  const twice = rest * 2n
  if (twice !== denominator) return twice > denominator ? quotient + 1n : quotient
  return quotient % 2n === 0n ? quotient : quotient + 1n
}
