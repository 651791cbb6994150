'use client'
import { useWatch } from 'react-hook-form'
import type { CheckoutControl } from './control'
import { type CheckoutValues, meaningless } from './values'

/** Something worked out from what the form holds; who asks is drawn anew only when it is another. */
export const useDerived = <Value>(
  control: CheckoutControl,
  derive: (values: CheckoutValues) => Value,
): Value => useWatch({ control, compute: derive })

/** Whether fields are hidden, as others make them meaningless. */
export function useHidden(control: CheckoutControl): (path: string) => boolean {
  const paths = useDerived(control, (values) => [...meaningless(values)])
  return (path) => paths.includes(path)
}
