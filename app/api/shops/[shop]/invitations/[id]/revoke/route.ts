import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { peopleApi } from '@/lib/people/api'
import { revokeInvitation } from '@/lib/people/server/invitations'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(peopleApi, '/invitations/[id]/revoke', {
  POST: (context, { params }) => revokeInvitation(context, params.id),
})
