import {
  notificationRetentionEffect as effect,
  notificationRetentionQuery,
} from '@/lib/contracts/notification-settings'
import { notificationRetentionEffect } from '@/lib/server/notifications/retention'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'notifications.configure',
  query: notificationRetentionQuery,
  response: effect,
  run: (context, { query }) => notificationRetentionEffect(context, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
