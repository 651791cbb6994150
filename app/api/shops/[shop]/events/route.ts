import { accessAgain } from '@/lib/core/server/auth/access-again'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { answer, authoriseRequest } from '@/lib/core/server/route/route'
import { liveEvents } from '@/lib/core/server/live'

export const GET = (
  request: Request,
  { params }: RouteContext<'/api/shops/[shop]/events'>,
): Promise<Response> =>
  answer(request, async (logger) => {
    const permission = 'shop.read'
    const context = await authoriseRequest(
      request,
      (await params).shop,
      { permission, isForPeopleOnly: true },
      logger,
    )
    return liveEvents({ ...context, requireAccess: accessAgain(context, permission) }, request.signal)
  })

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
