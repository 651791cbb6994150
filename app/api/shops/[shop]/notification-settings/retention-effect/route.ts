import {
  notificationRetentionEffect as effect,
  notificationRetentionQuery,
} from '@/lib/notifications/settings'
import { notificationRetentionEffect } from '@/lib/notifications/server/retention'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'notifications.configure',
  query: notificationRetentionQuery,
  response: effect,
  run: (context, { query }) => notificationRetentionEffect(context, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
