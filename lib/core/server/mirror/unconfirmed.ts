import 'server-only'
import type { ShopContext } from '../context'
import { AppError } from '../errors'
import { syncAfterUnconfirmed } from './keep-fresh'
import type { Mirror } from './mirror'

/** Returns the error for a write with an unknown result. Schedules a sync, because the gateway's list may show it. */
export function unconfirmed<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
  cause: unknown,
): AppError {
  syncAfterUnconfirmed(context, mirror)
  return new AppError('unconfirmed', { cause })
}
