import { notificationSettings, notificationSettingsChange } from '@/lib/contracts/notification-settings'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'
import {
  changeNotificationSettings,
  readNotificationSettings,
} from '@/lib/server/shops/notification-settings'

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
