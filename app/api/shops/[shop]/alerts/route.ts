import { alertList } from '@/lib/contracts/alert'
import { listAlerts } from '@/lib/server/alerts/list'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'alerts.read',
  response: alertList,
  run: (context) => listAlerts(context),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
