import type { Control } from 'react-hook-form'
import type { TokenizationCreate } from '@/lib/card-tokens/schema'
import type { DirectValues } from './values'

export type DirectControl = Control<DirectValues, unknown, TokenizationCreate['request']>
export interface PartProps {
  control: DirectControl
}

export const pairClass = 'grid items-start gap-x-4 gap-y-3.5 md:grid-cols-2'
export const stackClass = 'grid grid-cols-1 gap-3.5'
/** Autofill would offer the details of the person who types, not the customer's. */
export const noAutofill = { autoComplete: 'off' } as const
