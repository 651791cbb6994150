'use client'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { useZodForm } from '@/components/form/use-zod-form'
import type { ProductDetail } from '@/lib/products/schema'
import type { ProductUpdate } from '@/lib/gateway/product'
import { type ProductField } from '@/lib/gateway/product-values'
import { changedUnits, changeOf, merge, type Merge, mergedValues, type Unit, units } from './change'
import { type ProductValues, valuesOf } from './values'

/**
 * The fields hold a whole product; what is validated and sent is the part that `prepare` makes of them. An empty part is
 * no mistake: there is nothing to send then.
 */
const loadSchema = async () => {
  const { productChange } = await import('@/lib/gateway/product')
  return productChange as unknown as z.ZodType<ProductUpdate, ProductValues>
}

/** What was changed there while the form was open. */
export interface Meanwhile {
  /** Taken over, with what it was before. */
  adopted: readonly { unit: Unit; before: ProductValues; after: ProductValues }[]
  /** Changed here too: the one who saves will be asked. */
  contested: readonly Unit[]
}

/**
 * The form of a product that may change while it is filled in. What changes there and was not touched here is taken
 * over at once; what was touched stays as typed, and is compared with what it was when it was opened.
 */
export function useEditForm(product: ProductDetail) {
  const base = useRef<ProductValues>(null)
  base.current ??= valuesOf(product)
  const prepare = useCallback((values: ProductValues) => changeOf(base.current ?? values, values), [])
  const [opened] = useState(() => valuesOf(product))
  const form = useZodForm(loadSchema, { defaultValues: opened, prepare })
  const [meanwhile, setMeanwhile] = useState<Meanwhile>({ adopted: [], contested: [] })

  /** Makes `next` the ground that changes are counted from, and keeps what was typed but for what is given up. */
  function rebase(next: ProductValues, theirs: ProductValues, givenUp: readonly Unit[] = []) {
    const values = mergedValues({ base: base.current ?? next, yours: form.getValues(), theirs }, givenUp)
    base.current = next
    form.reset(next)
    for (const unit of changedUnits(next, values))
      for (const field of units[unit] as readonly ProductField[])
        form.setValue(field, values[field], { shouldDirty: true })
    return values
  }

  function adopt({ theirs, adopted, conflicts }: Merge) {
    const before = base.current ?? theirs
    const contested: readonly ProductField[] = conflicts.flatMap((unit) => [...units[unit]])
    const next = { ...theirs, ...Object.fromEntries(contested.map((field) => [field, before[field]])) }
    if (adopted.length > 0) rebase(next, theirs)
    setMeanwhile((known) => ({
      adopted: [...known.adopted, ...adopted.map((unit) => ({ unit, before, after: theirs }))].slice(-5),
      contested: conflicts,
    }))
  }

  const hear = useEffectEvent(() => {
    if (form.formState.isSubmitting || form.formState.isSubmitSuccessful) return
    const merged = merge(base.current ?? opened, form.getValues(), valuesOf(product))
    if (merged.adopted.length > 0 || merged.conflicts.length > 0) adopt(merged)
  })
  useEffect(() => hear(), [product])

  return { form, base, meanwhile, rebase, adopt }
}
