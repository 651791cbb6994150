import type { Control } from 'react-hook-form'
import type { TokenizationCreate } from '@/lib/card-tokens/schema'
import type { DirectValues } from './values'

export type DirectControl = Control<DirectValues, unknown, TokenizationCreate['request']>
export interface PartProps {
  control: DirectControl
}
