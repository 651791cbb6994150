import { alertList } from '@/lib/contracts/alert'
import { dismissAlert } from '@/lib/server/alerts/dismiss'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'alerts.manage',
  response: alertList,
  run: (context, { params }) => dismissAlert(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
