'use client'
import { type Control, useWatch } from 'react-hook-form'
import type { CheckoutCreate } from '@/lib/checkouts/schema'
import { type CheckoutValues, fieldsWithoutMeaning } from './values'

/** Derives a value from the form. Re-renders only when the derived value changes. */
export const useDerived = <Value>(
  control: CheckoutControl,
  derive: (values: CheckoutValues) => Value,
): Value => useWatch({ control, compute: derive })

/** Returns a function that tells whether other fields make the field at `path` meaningless, so that it is hidden. */
export function useHidden(control: CheckoutControl): (path: string) => boolean {
  const paths = useDerived(control, (values) => [...fieldsWithoutMeaning(values)])
  return (path) => paths.includes(path)
}

type CheckoutControl = Control<CheckoutValues, unknown, CheckoutCreate>
export interface PartProps {
  control: CheckoutControl
}
