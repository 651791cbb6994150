import { messageDetail } from '@/lib/forwarding/schema'
import { resendMessage } from '@/lib/forwarding/server/message'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'forwarding.read',
  response: messageDetail,
  run: (context, { params }) => resendMessage(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
