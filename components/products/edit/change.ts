import { isEqualValue } from '@/lib/gateway/products/values'
import { productFieldRows, productUnits, type ProductUnit } from '@/lib/products/fields'
import type { ProductField } from '@/lib/gateway/products/product'
import type { ProductValues } from './values'

const allUnits = Object.keys(productUnits) as ProductUnit[]

/** In some units a field is ignored while a flag is true. */
function ruleOf(unit: ProductUnit) {
  const off = productUnits[unit].find((field) => productFieldRows[field].unless)
  const by = off && productFieldRows[off].unless
  return by && { by, off }
}

function isSameUnit(unit: ProductUnit, left: ProductValues, right: ProductValues): boolean {
  const rule = ruleOf(unit)
  if (rule && left[rule.by] === true && right[rule.by] === true) return true
  return productUnits[unit].every((field) => isEqualValue(field, left[field], right[field]))
}

export const changedUnits = (base: ProductValues, values: ProductValues): ProductUnit[] =>
  allUnits.filter((unit) => !isSameUnit(unit, base, values))

/**
 * Returns the fields to send: those that differ from `base`, plus the fields the gateway requires beside them. A
 * cleared field is kept as an empty text, so that the schema can reject it.
 */
export function changeOf(base: ProductValues, values: ProductValues): Record<string, unknown> {
  const change: Record<string, unknown> = {}
  for (const unit of changedUnits(base, values)) {
    const rule = ruleOf(unit)
    if (!rule) {
      for (const field of productUnits[unit])
        if (!isEqualValue(field, base[field], values[field])) change[field] = values[field] ?? ''
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
 * Returns the old values of the changed fields, null if unknown: a value that someone else has set since is not
 * overwritten without a question. The gateway must still hold them for the change to apply.
 */
export function expectOf(base: ProductValues, values: ProductValues): Record<string, unknown> {
  const fields = changedUnits(base, values).flatMap((unit) => productUnits[unit])
  return Object.fromEntries<unknown>(
    fields
      .map((field): [string, unknown] => [field, base[field] === '' ? null : (base[field] ?? null)])
      .filter(([field, value]) => value !== null || isComparable(base, field as ProductField)),
  )
}

/**
 * Whether an empty field of the form says that the value is unknown. It is also empty for a code that the form does not
 * know, for a flag that the gateway does not echo, and for what another flag makes meaningless.
 */
function isComparable(base: ProductValues, field: ProductField): boolean {
  const { kind, unless } = productFieldRows[field]
  return kind !== 'code' && field !== 'immortal' && !(unless && base[unless] === true)
}

export type Merge = {
  /** The gateway's current values, as far as they are known. */
  theirs: ProductValues
  /** Changed only at the gateway: adopted. */
  adopted: ProductUnit[]
  /** Changed on both sides to different values: a person has to choose. */
  conflicts: ProductUnit[]
}

/** Merges three states: `base` when the form was opened, `yours` in the form, and `now` at the gateway. */
export function merge(base: ProductValues, yours: ProductValues, now: Partial<ProductValues>): Merge {
  const present = Object.entries(now).filter(([, value]) => value !== undefined && value !== null)
  const gatewayValues: ProductValues = { ...base, ...Object.fromEntries(present) }
  if (gatewayValues.infinite === true) gatewayValues.quantity = undefined
  if (gatewayValues.immortal === true) gatewayValues.expired_at = undefined
  const moved = changedUnits(base, gatewayValues)
  return {
    theirs: gatewayValues,
    adopted: moved.filter((unit) => isSameUnit(unit, base, yours)),
    conflicts: moved.filter(
      (unit) => !isSameUnit(unit, base, yours) && !isSameUnit(unit, yours, gatewayValues),
    ),
  }
}

/** Returns the form's values after a merge: `theirs` with your changes, except those in `givenUp`. */
export function mergedValues(
  { base, yours, theirs }: { base: ProductValues; yours: ProductValues; theirs: ProductValues },
  givenUp: readonly ProductUnit[] = [],
): ProductValues {
  const kept = changedUnits(base, yours).filter((unit) => !givenUp.includes(unit))
  const fields = kept.flatMap((unit) => productUnits[unit])
  return { ...theirs, ...Object.fromEntries(fields.map((field) => [field, yours[field]])) }
}
