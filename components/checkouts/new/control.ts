import type { Control } from 'react-hook-form'
import type { CheckoutCreate } from '@/lib/checkouts/schema'
import type { CheckoutValues } from './values'

/** Every part of the form gets it. */
export type CheckoutControl = Control<CheckoutValues, unknown, CheckoutCreate>
export interface PartProps {
  control: CheckoutControl
}

/** Two fields beside each other, where there is room. */
export const pairClass = 'grid items-start gap-x-4 gap-y-3.5 md:grid-cols-2'
/** Fields under each other. */
export const stackClass = 'grid grid-cols-1 gap-3.5'
/** A browser would offer the details of who types, and they are not the customer's. */
export const quiet = { autoComplete: 'off' } as const
