import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { peopleApi } from '@/lib/people/api'
import { makePersonsResetLink } from '@/lib/people/server/people'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(peopleApi, '/people/[id]/reset-link', {
  POST: (context, { params }) => makePersonsResetLink(context, params.id),
})
