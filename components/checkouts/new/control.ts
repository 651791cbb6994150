import type { Control } from 'react-hook-form'
import type { CheckoutCreate } from '@/lib/checkouts/schema'
import type { CheckoutValues } from './values'

export type CheckoutControl = Control<CheckoutValues, unknown, CheckoutCreate>
export interface PartProps {
  control: CheckoutControl
}

export const pairClass = 'grid items-start gap-x-4 gap-y-3.5 md:grid-cols-2'
export const stackClass = 'grid grid-cols-1 gap-3.5'
/** Disables autofill: the browser would offer the merchant's own details instead of the customer's. */
export const quiet = { autoComplete: 'off' } as const
