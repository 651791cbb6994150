import { equalValue, type ProductField } from '@/lib/gateway/product-values'
import type { ProductValues } from './values'

/**
 * Groups of gateway fields that people change as one value: a price needs its currency, and a quantity has no
 * meaning
 * beside “unlimited”.
 */
export const units = {
  name: ['name'],
  description: ['description'],
  price: ['amount', 'currency'],
  type: ['transaction_type'],
  stock: ['infinite', 'quantity'],
  payableUntil: ['immortal', 'expired_at'],
  buyerFields: ['visible_fields'],
  language: ['language'],
  returnUrl: ['return_url'],
  testProduct: ['test'],
  shopId: ['shop_id'],
} as const satisfies Record<string, readonly ProductField[]>
export type Unit = keyof typeof units
const allUnits = Object.keys(units) as Unit[]

/** Units in which the field `off` is ignored while the flag `by` is true. */
const toggledUnits: Partial<Record<Unit, { by: 'infinite' | 'immortal'; off: 'quantity' | 'expired_at' }>> = {
  stock: { by: 'infinite', off: 'quantity' },
  payableUntil: { by: 'immortal', off: 'expired_at' },
}

function isSameUnit(unit: Unit, left: ProductValues, right: ProductValues): boolean {
  const rule = toggledUnits[unit]
  if (rule && left[rule.by] === true && right[rule.by] === true) return true
  return units[unit].every((field) => equalValue(field, left[field], right[field]))
}

export const changedUnits = (base: ProductValues, values: ProductValues): Unit[] =>
  allUnits.filter((unit) => !isSameUnit(unit, base, values))

/**
 * Returns the fields to send: those that differ from `base`, plus the fields the gateway requires beside
 * them. A cleared
 * field is kept as an empty text, so that the schema can reject it.
 */
export function changeOf(base: ProductValues, values: ProductValues): Record<string, unknown> {
  const change: Record<string, unknown> = {}
  for (const unit of changedUnits(base, values)) {
    const rule = toggledUnits[unit]
    if (!rule) {
      for (const field of units[unit])
        if (!equalValue(field, base[field], values[field])) change[field] = values[field] ?? ''
    } else if (values[rule.by] === true) {
      change[rule.by] = true
    } else {
      if (base[rule.by] !== false) change[rule.by] = false
      change[rule.off] = values[rule.off] ?? ''
    }
  }
  return change
}

/**
 * Returns the known old values of the changed fields. The gateway must still hold them for the change to
 * apply.
 */
export function expectOf(base: ProductValues, values: ProductValues): Record<string, unknown> {
  const fields: readonly ProductField[] = changedUnits(base, values).flatMap((unit) => [...units[unit]])
  return Object.fromEntries<unknown>(
    fields
      .map((field): [string, unknown] => [field, base[field]])
      .filter(([, value]) => value !== undefined && value !== ''),
  )
}

export type Merge = {
  /** The gateway's current values, as far as they are known. */
  theirs: ProductValues
  /** Changed only at the gateway: adopted. */
  adopted: Unit[]
  /** Changed on both sides to different values: a person has to choose. */
  conflicts: Unit[]
}

/** Merges three states: `base` when the form was opened, `yours` in the form, and `now` at the gateway. */
export function merge(base: ProductValues, yours: ProductValues, now: Partial<ProductValues>): Merge {
  const heard = Object.entries(now).filter(([, value]) => value !== undefined && value !== null)
  const theirs: ProductValues = { ...base, ...Object.fromEntries(heard) }
  if (theirs.infinite === true) theirs.quantity = undefined
  if (theirs.immortal === true) theirs.expired_at = undefined
  const moved = changedUnits(base, theirs)
  return {
    theirs,
    adopted: moved.filter((unit) => isSameUnit(unit, base, yours)),
    conflicts: moved.filter((unit) => !isSameUnit(unit, base, yours) && !isSameUnit(unit, yours, theirs)),
  }
}

/** Returns the form's values after a merge: `theirs` with your changes, except those in `givenUp`. */
export function mergedValues(
  { base, yours, theirs }: { base: ProductValues; yours: ProductValues; theirs: ProductValues },
  givenUp: readonly Unit[] = [],
): ProductValues {
  const kept = changedUnits(base, yours).filter((unit) => !givenUp.includes(unit))
  const fields: readonly ProductField[] = kept.flatMap((unit) => [...units[unit]])
  return { ...theirs, ...Object.fromEntries(fields.map((field) => [field, yours[field]])) }
}
