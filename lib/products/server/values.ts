import 'server-only'
import type { ProductDetail } from '../schema'
import type { ProductUpdate } from '../../gateway/product'
import { equalValue } from '../../gateway/product-values'
import { toZoned } from '../../core/server/zoned'

/** Fields of a product as they can be sent; `archived` is ours alone. Null: nothing stands there; absent: not known. */
export type Values = { [Field in keyof ProductUpdate]?: ProductUpdate[Field] | null } & {
  archived?: boolean | null
}
export type ValueField = keyof Values

/** One of these says nothing without the other. */
const partners: Partial<Record<ValueField, ValueField>> = {
  infinite: 'quantity',
  quantity: 'infinite',
  immortal: 'expired_at',
  expired_at: 'immortal',
}

/** These fields and what they depend on. */
export const withPartners = (fields: readonly ValueField[]): ValueField[] => [
  ...new Set(fields.flatMap((field) => [field, partners[field] ?? field])),
]

/** What a product holds of these fields; what is not known of it is left out. */
export function valuesOf(product: ProductDetail, fields: readonly ValueField[]): Values {
  const held = { ...product, expired_at: product.expired_at && toZoned(product.expired_at) }
  const entries = fields.map((field) => [field, held[field] ?? nothingOf(product, field)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** What it means that a field has no value: nothing, the gateway's default, or (undefined) that nobody knows. */
function nothingOf(product: ProductDetail, field: ValueField): Values[ValueField] {
  const { sources, infinite, immortal } = product
  const isNothing =
    (field === 'quantity' && infinite === true) || (field === 'expired_at' && immortal === true)
  if (isNothing) return null
  if (!(field in sources) || sources[field as keyof typeof sources] === 'unknown') return undefined
  return field === 'immortal' ? false : null
}

/** Of `wanted`, the fields that hold something else, with what they hold. What is not known differs from any value. */
export function differing(now: Values, wanted: Values): Values {
  const fields = Object.keys(wanted) as ValueField[]
  return Object.fromEntries(
    fields
      .filter((field) => !equalValue(field, now[field], wanted[field]))
      .map((field) => [field, now[field] ?? null]),
  )
}

/**
 * The change that brings back what stood in `before` in the fields that `change` wrote; null where that is not
 * known, or cannot be sent.
 */
export function reverse(change: Values, before: Values): Values | null {
  const back: Values = {}
  for (const field of Object.keys(change) as ValueField[]) {
    if (field === 'infinite' || field === 'quantity')
      Object.assign(back, stockOf(before, 'infinite' in change))
    else if (field === 'immortal' || field === 'expired_at')
      Object.assign(back, expiryOf(before, 'immortal' in change))
    else Object.assign(back, { [field]: before[field] ?? null })
  }
  return Object.values(back).some((value) => value === null) ? null : back
}

function stockOf({ infinite, quantity }: Values, withKind: boolean): Values {
  if (infinite === true) return { infinite: true }
  return withKind ? { infinite: false, quantity: quantity ?? null } : { quantity: quantity ?? null }
}

function expiryOf({ immortal, expired_at: expiredAt }: Values, withKind: boolean): Values {
  if (immortal === true) return { immortal: true }
  return withKind ? { immortal: false, expired_at: expiredAt ?? null } : { expired_at: expiredAt ?? null }
}
