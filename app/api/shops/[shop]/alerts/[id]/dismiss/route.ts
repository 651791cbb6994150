import { alertList } from '@/lib/alerts/schema'
import { dismissAlert } from '@/lib/alerts/server/list'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'alerts.manage',
  response: alertList,
  run: (context, { params }) => dismissAlert(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
