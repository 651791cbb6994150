import 'server-only'
import { isReachable } from '../../shops/reachable'
import type { ShopContext } from '../../core/server/context'
import { describeShop } from '../../shops/server/describe'

/** Where a gateway tells of what becomes of a card; empty where it cannot reach this application. */
export function reachableNotificationUrl(context: ShopContext): string {
  const { notification_url: url, mode } = describeShop(context)
  return isReachable(url, mode) ? url : ''
}
