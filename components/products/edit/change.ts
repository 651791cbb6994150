import { equalValue, type ProductField } from '@/lib/gateway/product-values'
import type { ProductValues } from './values'

/**
 * What people change as one thing, though the gateway has it in several fields: a price is no price without
 * its currency, and a number in stock means nothing beside “unlimited”.
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

/** Of the two that are switched by a first field: the second says nothing while the first is on. */
const switched: Partial<Record<Unit, { by: 'infinite' | 'immortal'; off: 'quantity' | 'expired_at' }>> = {
  stock: { by: 'infinite', off: 'quantity' },
  payableUntil: { by: 'immortal', off: 'expired_at' },
}

function isSameUnit(unit: Unit, left: ProductValues, right: ProductValues): boolean {
  const rule = switched[unit]
  if (rule && left[rule.by] === true && right[rule.by] === true) return true
  return units[unit].every((field) => equalValue(field, left[field], right[field]))
}

export const changedUnits = (base: ProductValues, values: ProductValues): Unit[] =>
  allUnits.filter((unit) => !isSameUnit(unit, base, values))

/**
 * The part that is to be sent: what differs from `base`, with the partners that the gateway wants beside it.
 * What was emptied is handed on empty, so that the schema can refuse it.
 */
export function changeOf(base: ProductValues, values: ProductValues): Record<string, unknown> {
  const change: Record<string, unknown> = {}
  for (const unit of changedUnits(base, values)) {
    const rule = switched[unit]
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

/** What the gateway is expected to hold still, of everything that is about to be overwritten and is known. */
export function expectOf(base: ProductValues, values: ProductValues): Record<string, unknown> {
  const fields: readonly ProductField[] = changedUnits(base, values).flatMap((unit) => [...units[unit]])
  return Object.fromEntries<unknown>(
    fields
      .map((field): [string, unknown] => [field, base[field]])
      .filter(([, value]) => value !== undefined && value !== ''),
  )
}

export type Merge = {
  /** What stands there now, as far as it is known. */
  theirs: ProductValues
  /** Changed there and not here: taken over. */
  adopted: Unit[]
  /** Changed on both sides, differently: somebody has to choose. */
  conflicts: Unit[]
}

/** Compares three states: `base` when the form was opened, `yours` as it is filled in, `now` as it stands there. */
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

/** The form's values after a merge: theirs, but for what was changed here and is not given up. */
export function mergedValues(
  { base, yours, theirs }: { base: ProductValues; yours: ProductValues; theirs: ProductValues },
  givenUp: readonly Unit[] = [],
): ProductValues {
  const kept = changedUnits(base, yours).filter((unit) => !givenUp.includes(unit))
  const fields: readonly ProductField[] = kept.flatMap((unit) => [...units[unit]])
  return { ...theirs, ...Object.fromEntries(fields.map((field) => [field, yours[field]])) }
}
