import type { z } from 'zod'
import type { TokenizationCreate } from '@/lib/card-tokens/schema'
import type { DirectValues } from './values'

/** Judges what `prepareDirect` makes of the fields. */
type Schema = z.ZodType<TokenizationCreate['request'], DirectValues>

const load = async (threeDSecure: boolean): Promise<Schema> => {
  const { tokenizationFields } = await import('@/lib/gateway/tokenization')
  // What goes in are the fields as they are typed: `prepare` comes between.
  return tokenizationFields({ threeDSecure }) as unknown as Schema
}

/** Come when something was typed that is to be judged; each the same function every time it is asked for. */
const loaders = { with: () => load(true), without: () => load(false) }
export const schemaFor = (threeDSecure: boolean) => (threeDSecure ? loaders.with : loaders.without)
