import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { notificationApi } from '@/lib/notifications/api'
import {
  changeNotificationSettings,
  readNotificationSettings,
} from '@/lib/shops/server/settings/notification-settings'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  notificationApi,
  '/notification-settings',
  {
    GET: (context) => readNotificationSettings(context),
    PUT: (context, { body }) => changeNotificationSettings(context, body),
  },
)
