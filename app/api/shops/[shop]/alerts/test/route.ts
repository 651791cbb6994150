import { alertTest, alertTestResult } from '@/lib/alerts/schema'
import { testChannel } from '@/lib/alerts/server/test-channel'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'alerts.manage',
  body: alertTest,
  response: alertTestResult,
  run: (context, { body }) => testChannel(context, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
