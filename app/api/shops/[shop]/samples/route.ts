import { sampleRequest, sampleResult } from '@/lib/forwarding/sample'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'
import { sendSample } from '@/lib/forwarding/server/samples/send'

export const POST = shopRoute({
  permission: 'notifications.replay',
  body: sampleRequest,
  response: sampleResult,
  run: (context, { body }) => sendSample(context, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
