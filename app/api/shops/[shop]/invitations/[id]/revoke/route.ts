import { invitation } from '@/lib/people/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'
import { revokeInvitation } from '@/lib/people/server/invitations'

export const POST = shopRoute({
  permission: 'people.manage',
  response: invitation,
  run: (context, { params }) => revokeInvitation(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
