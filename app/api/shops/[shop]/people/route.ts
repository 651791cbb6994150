import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { peopleApi } from '@/lib/people/api'
import { listPeople } from '@/lib/people/server/people'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(peopleApi, '/people', {
  GET: (context) => listPeople(context),
})
