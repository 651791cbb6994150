import { otherMethods } from '@/lib/core/server/route/raw-route'
import { answer, authoriseRequest } from '@/lib/core/server/route/route'
import { liveEvents } from '@/lib/core/server/live'

export const GET = (
  request: Request,
  { params }: RouteContext<'/api/shops/[shop]/events'>,
): Promise<Response> =>
  answer(request, async (logger) => {
    const context = await authoriseRequest(
      request,
      (await params).shop,
      { permission: 'shop.read', isForPeopleOnly: true },
      logger,
    )
    return liveEvents(context, request.signal)
  })

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
