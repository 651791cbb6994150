import { hookKeyRotation, notificationSettings } from '@/lib/notifications/settings'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'
import { rotateHookKey } from '@/lib/shops/server/notification-settings'

export const POST = shopRoute({
  permission: 'notifications.configure',
  body: hookKeyRotation,
  response: notificationSettings,
  run: (context, { body }) => rotateHookKey(context, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
