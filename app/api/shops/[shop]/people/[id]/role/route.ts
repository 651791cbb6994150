import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { peopleApi } from '@/lib/people/api'
import { changeRole } from '@/lib/people/server/people'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(peopleApi, '/people/[id]/role', {
  POST: (context, { body, params }) => changeRole(context, params.id, body),
})
