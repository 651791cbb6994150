import { invitationLink } from '@/lib/people/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'
import { renewInvitation } from '@/lib/people/server/invitations'

export const POST = shopRoute({
  permission: 'people.manage',
  response: invitationLink,
  run: (context, { params }) => renewInvitation(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
