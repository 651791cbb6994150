import { receiveVerification } from '@/lib/server/notifications/receive'
import { otherMethods } from '@/lib/server/other-methods'

/** The second door to the verb; `server.mjs` is the first. */
export const POST = async (
  request: Request,
  { params }: RouteContext<'/api/hooks/[key]/verification'>,
): Promise<Response> => receiveVerification((await params).key, request)

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
