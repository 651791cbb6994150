import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { peopleApi } from '@/lib/people/api'
import { inviteToShop, listInvitations } from '@/lib/people/server/invitations'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(peopleApi, '/invitations', {
  GET: (context) => listInvitations(context),
  POST: (context, { body }) => inviteToShop(context, body),
})
