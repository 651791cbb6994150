import type { Control } from 'react-hook-form'
import type { CheckoutCreate } from '@/lib/checkouts/schema'
import type { CheckoutValues } from '../values'

export type CheckoutControl = Control<CheckoutValues, unknown, CheckoutCreate>
export interface PartProps {
  control: CheckoutControl
}
