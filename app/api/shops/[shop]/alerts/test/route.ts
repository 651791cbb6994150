import { alertTest, alertTestResult } from '@/lib/contracts/alert'
import { testChannel } from '@/lib/server/alerts/test-channel'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'alerts.manage',
  body: alertTest,
  response: alertTestResult,
  run: (context, { body }) => testChannel(context, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
