import 'server-only'
import { isReachable } from '../../shops/reachable'
import type { ShopContext } from '../../core/server/context'
import { judgesPayments } from '../../notifications/server/verify'
import { describeShop } from '../../shops/server/describe'

/**
 * This application's addresses for a checkout that is made here; null where the gateway could not reach them, and the
 * one for verification also where the shop lets every payment on: a verifier that does not answer declines them.
 */
export function ownAddresses(context: Pick<ShopContext, 'shop'>) {
  const { notification_url: notification, verification_url: verification, mode } = describeShop(context)
  return {
    notification: isReachable(notification, mode) ? notification : null,
    verification: judgesPayments(context.shop) && isReachable(verification, mode) ? verification : null,
  }
}
