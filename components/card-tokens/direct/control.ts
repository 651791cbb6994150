import type { Control } from 'react-hook-form'
import type { TokenizationCreate } from '@/lib/card-tokens/schema'
import type { DirectValues } from './values'

/** Every part of the form gets it. */
export type DirectControl = Control<DirectValues, unknown, TokenizationCreate['request']>
export interface PartProps {
  control: DirectControl
}

/** Two fields beside each other, where there is room. */
export const pairClass = 'grid items-start gap-x-4 gap-y-3.5 md:grid-cols-2'
export const stackClass = 'grid grid-cols-1 gap-3.5'
/** A browser would offer the details of who types, and they are not the customer's. */
export const quiet = { autoComplete: 'off' } as const
