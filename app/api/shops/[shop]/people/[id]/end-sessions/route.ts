import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { peopleApi } from '@/lib/people/api'
import { endPersonsSessions } from '@/lib/people/server/people'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(peopleApi, '/people/[id]/end-sessions', {
  POST: (context, { params }) => endPersonsSessions(context, params.id),
})
