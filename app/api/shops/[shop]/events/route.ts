import { answer, enter } from '@/lib/server/route'
import { liveEvents } from '@/lib/server/live'

export const GET = (
  request: Request,
  { params }: RouteContext<'/api/shops/[shop]/events'>,
): Promise<Response> =>
  answer(request, async (logger) =>
    liveEvents(await enter(request, (await params).shop, 'shop.read', logger), request.signal),
  )
