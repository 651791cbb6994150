import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { forwardingApi } from '@/lib/forwarding/api'
import { listMessages, createMessage } from '@/lib/forwarding/server/messages'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(forwardingApi, '/forwarding/messages', {
  GET: (context, { query }) => listMessages(context, query),
  POST: (context, { body }) => createMessage(context, body),
})
