import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { peopleApi } from '@/lib/people/api'
import { disablePerson } from '@/lib/people/server/people'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(peopleApi, '/people/[id]/disable', {
  POST: (context, { params }) => disablePerson(context, params.id),
})
