import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { forwardingApi } from '@/lib/forwarding/api'
import { sendSample } from '@/lib/forwarding/server/samples/send'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(forwardingApi, '/samples', {
  POST: (context, { body }) => sendSample(context, body),
})
