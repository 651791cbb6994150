import 'server-only'
import type { ShopContext } from '../context'
import { AppError } from '../errors'
import { syncAfterUnconfirmed } from './keep-fresh'
import type { Mirror } from './mirror'

/** What a write ends with whose outcome is not known; the gateway's list is read, as it may tell. */
export function unconfirmed<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
  cause: unknown,
): AppError {
  syncAfterUnconfirmed(context, mirror)
  return new AppError('unconfirmed', { cause })
}
