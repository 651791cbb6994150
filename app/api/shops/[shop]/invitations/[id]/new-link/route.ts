import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { peopleApi } from '@/lib/people/api'
import { renewInvitation } from '@/lib/people/server/invitations'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  peopleApi,
  '/invitations/[id]/new-link',
  {
    POST: (context, { params }) => renewInvitation(context, params.id),
  },
)
