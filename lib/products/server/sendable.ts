import 'server-only'
import { productUpdate } from '../../gateway/product'
import type { RowErrors } from '../../jobs/server/kind'
import { inWords } from '../../jobs/server/sendable'
import type { Values } from './values'

/** Why a change cannot be sent, by field; null where it can, or is one that is never sent. */
export function refusalOf(change: Values): RowErrors | null {
  if ('archived' in change) return null
  const parsed = productUpdate.safeParse(change, { reportInput: true })
  return parsed.success ? null : inWords(parsed.error.issues)
}
