import { hookKeyRotation, notificationSettings } from '@/lib/contracts/notification-settings'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'
import { rotateHookKey } from '@/lib/server/shops/notification-settings'

export const POST = shopRoute({
  permission: 'notifications.configure',
  body: hookKeyRotation,
  response: notificationSettings,
  run: (context, { body }) => rotateHookKey(context, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
