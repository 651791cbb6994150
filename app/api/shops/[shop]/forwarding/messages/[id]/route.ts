import { messageDetail } from '@/lib/contracts/forwarding'
import { readMessage } from '@/lib/server/forwarding/message'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'forwarding.read',
  response: messageDetail,
  run: (context, { params }) => readMessage(context, params.id),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
