import { notificationExportQuery } from '@/lib/notifications/export'
import { exportNotifications } from '@/lib/notifications/server/export'
import { otherMethods, csvFile, rawRoute } from '@/lib/core/server/route/raw-route'

export const GET = rawRoute({
  permission: 'notifications.export',
  query: notificationExportQuery,
  run: async (context, { query }) => {
    const day = new Date().toISOString().slice(0, 10)
    return csvFile(
      context,
      `notifications-${context.shop.id}-${day}.csv`,
      exportNotifications(context, query),
    )
  },
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
