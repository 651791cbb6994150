import { messageDetail } from '@/lib/forwarding/schema'
import { readMessage } from '@/lib/forwarding/server/message'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'forwarding.read',
  response: messageDetail,
  run: (context, { params }) => readMessage(context, params.id),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
