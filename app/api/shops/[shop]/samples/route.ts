import { sampleRequest, sampleResult } from '@/lib/contracts/sample'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'
import { sendSample } from '@/lib/server/samples/send'

export const POST = shopRoute({
  permission: 'notifications.replay',
  body: sampleRequest,
  response: sampleResult,
  run: (context, { body }) => sendSample(context, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
