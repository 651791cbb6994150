import { messageDetail } from '@/lib/contracts/forwarding'
import { resendMessage } from '@/lib/server/forwarding/message'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'forwarding.read',
  response: messageDetail,
  run: (context, { params }) => resendMessage(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
