import { notificationExportQuery } from '@/lib/notifications/export'
import { exportNotifications } from '@/lib/notifications/server/reading/export'
import { exportRoute, otherMethods } from '@/lib/core/server/route/raw-route'

export const GET = exportRoute({
  permission: 'notifications.export',
  isRecentSignInNeeded: true,
  query: notificationExportQuery,
  name: 'notifications',
  lines: exportNotifications,
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
