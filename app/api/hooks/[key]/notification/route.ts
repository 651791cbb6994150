import { receiveNotification } from '@/lib/notifications/server/receiving/receive'
import { otherMethods } from '@/lib/core/server/route/raw-route'

/** Fallback for servers without the front door; `server.mjs` handles these requests before Next.js. */
export const POST = async (
  request: Request,
  { params }: RouteContext<'/api/hooks/[key]/notification'>,
): Promise<Response> => receiveNotification((await params).key, request)

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
