import { alertList } from '@/lib/alerts/schema'
import { dismissAlert } from '@/lib/alerts/server/dismiss'
import { otherMethods } from '@/lib/core/server/route/other-methods'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'alerts.manage',
  response: alertList,
  run: (context, { params }) => dismissAlert(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
