import { connectionReport, connectionTest } from '@/lib/shops/schema'
import { addingRoute } from '@/lib/core/server/route/installation-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { testConnection } from '@/lib/shops/server/connection/test-connection'

/** Saves nothing. */
export const POST = addingRoute({
  body: connectionTest,
  response: connectionReport,
  run: (context, { body }) => testConnection(context, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
