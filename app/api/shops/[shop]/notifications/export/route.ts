import { notificationExportQuery } from '@/lib/contracts/notification-export'
import { exportNotifications } from '@/lib/server/notifications/export'
import { otherMethods } from '@/lib/server/other-methods'
import { csvFile, rawRoute } from '@/lib/server/raw-route'

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
