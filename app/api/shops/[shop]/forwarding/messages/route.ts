import { messageCreate, messageDetail, messageListQuery, messagePage } from '@/lib/forwarding/schema'
import { createMessage } from '@/lib/forwarding/server/message'
import { listMessages } from '@/lib/forwarding/server/messages'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

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
