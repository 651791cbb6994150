import 'server-only'
import type { ShopContext } from '../context'
import { AppError } from '../errors'
import { syncAfterUnconfirmed } from './sync'

/** What a create ends with whose outcome is not known; the gateway's list is read, as it may tell. */
export function unconfirmed(context: ShopContext, cause: unknown): AppError {
  syncAfterUnconfirmed(context)
  return new AppError('unconfirmed', { cause })
}
