import 'server-only'
import { isReachable } from '../../contracts/reachable'
import type { ShopContext } from '../context'
import { describeShop } from '../shops/describe'

/** Where a gateway tells of what becomes of a card; empty where it cannot reach this application. */
export function reachableNotificationUrl(context: ShopContext): string {
  const { notification_url: url, mode } = describeShop(context)
  return isReachable(url, mode) ? url : ''
}
