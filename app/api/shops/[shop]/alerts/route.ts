import { alertList } from '@/lib/alerts/schema'
import { listAlerts } from '@/lib/alerts/server/list'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'alerts.read',
  response: alertList,
  run: (context) => listAlerts(context),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
