import { messageCreate, messageDetail, messageListQuery, messagePage } from '@/lib/contracts/forwarding'
import { createMessage } from '@/lib/server/forwarding/message'
import { listMessages } from '@/lib/server/forwarding/messages'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'forwarding.read',
  query: messageListQuery,
  response: messagePage,
  run: (context, { query }) => listMessages(context, query),
})

export const POST = shopRoute({
  permission: 'forwarding.read',
  body: messageCreate,
  response: messageDetail,
  status: 201,
  run: (context, { body }) => createMessage(context, body),
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
