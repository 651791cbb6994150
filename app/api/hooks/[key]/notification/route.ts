import { receiveNotification } from '@/lib/notifications/server/receive'
import { otherMethods } from '@/lib/core/server/route/raw-route'

/** The second door to the verb; `server.mjs` is the first. */
export const POST = async (
  request: Request,
  { params }: RouteContext<'/api/hooks/[key]/notification'>,
): Promise<Response> => receiveNotification((await params).key, request)

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
