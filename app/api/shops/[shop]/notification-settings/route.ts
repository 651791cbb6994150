import { notificationSettings, notificationSettingsChange } from '@/lib/notifications/settings'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'
import {
  changeNotificationSettings,
  readNotificationSettings,
} from '@/lib/shops/server/notification-settings'

export const GET = shopRoute({
  permission: 'notifications.configure',
  response: notificationSettings,
  run: (context) => readNotificationSettings(context),
})

export const PUT = shopRoute({
  permission: 'notifications.configure',
  body: notificationSettingsChange,
  response: notificationSettings,
  run: (context, { body }) => changeNotificationSettings(context, body),
})

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'PUT')
