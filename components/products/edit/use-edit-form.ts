'use client'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useZodForm } from '@/components/form/use-zod-form'
import { productUnits, type ProductUnit } from '@/lib/products/fields'
import type { ProductDetail } from '@/lib/products/schema'
import type { ProductUpdate } from '@/lib/gateway/products/product'
import { changedUnits, changeOf, merge, type Merge, mergedValues } from './change'
import { type ProductValues, valuesOf } from './values'

/** The form holds a whole product; only what `prepare` returns is validated and sent. Nothing to send is valid. */
const loadSchema = async () => {
  const { productChange } = await import('@/lib/gateway/products/product')
  return productChange as unknown as z.ZodType<ProductUpdate, ProductValues>
}

export interface OutsideChanges {
  /** The adopted units, with their values before and after. */
  adopted: readonly { unit: ProductUnit; before: ProductValues; after: ProductValues }[]
  /** Units also changed in the form. Saving will ask which side to keep. */
  contested: readonly ProductUnit[]
}

/**
 * Returns a form for a product that may change at the gateway meanwhile. Untouched values are updated at once. Edited
 * values stay, and are compared with those from when the form was opened.
 */
export function useEditForm(product: ProductDetail) {
  const base = useRef<ProductValues>(null)
  base.current ??= valuesOf(product)
  const prepare = useCallback((values: ProductValues) => changeOf(base.current ?? values, values), [])
  const [opened] = useState(() => valuesOf(product))
  const form = useZodForm(loadSchema, { defaultValues: opened, prepare })
  const [meanwhile, setMeanwhile] = useState<OutsideChanges>({ adopted: [], contested: [] })

  /** Makes `next` the new base for changes and keeps the person's edits, except those in `givenUp`. */
  function rebase(next: ProductValues, theirs: ProductValues, givenUp: readonly ProductUnit[] = []) {
    const values = mergedValues({ base: base.current ?? next, yours: form.getValues(), theirs }, givenUp)
    base.current = next
    put(form, next, values)
    return values
  }

  /** Puts the saved values into the form. Returns whether something typed since `sent` is left to save. */
  function showSaved(sent: ProductValues, saved: ProductValues): boolean {
    base.current = saved
    return putSaved(form, { sent, saved })
  }

  function adopt({ theirs, adopted, conflicts }: Merge) {
    const before = base.current ?? theirs
    const contested = conflicts.flatMap((unit) => productUnits[unit])
    const next = { ...theirs, ...Object.fromEntries(contested.map((field) => [field, before[field]])) }
    if (adopted.length > 0) rebase(next, theirs)
    setMeanwhile((known) => ({
      adopted: [...known.adopted, ...adopted.map((unit) => ({ unit, before, after: theirs }))].slice(-5),
      contested: conflicts,
    }))
  }

  const mergeProduct = useEffectEvent(() => {
    if (form.formState.isSubmitting) return
    const merged = merge(base.current ?? opened, form.getValues(), valuesOf(product))
    if (merged.adopted.length > 0 || merged.conflicts.length > 0) adopt(merged)
  })
  useEffect(() => mergeProduct(), [product])

  return { form, base, meanwhile, rebase, adopt, showSaved }
}

type Puts = Pick<UseFormReturn<ProductValues>, 'getValues' | 'reset' | 'setValue'>

/** Makes `next` the form's saved state, and `values` what it holds. */
function put(form: Pick<Puts, 'reset' | 'setValue'>, next: ProductValues, values: ProductValues): boolean {
  form.reset(next)
  const units = changedUnits(next, values)
  for (const unit of units)
    for (const field of productUnits[unit]) form.setValue(field, values[field], { shouldDirty: true })
  return units.length > 0
}

/** Keeps what was typed since `sent`, as unsaved. Returns whether there is any. */
export const putSaved = (
  form: Puts,
  { sent, saved }: { sent: ProductValues; saved: ProductValues },
): boolean => put(form, saved, mergedValues({ base: sent, yours: form.getValues(), theirs: saved }))
