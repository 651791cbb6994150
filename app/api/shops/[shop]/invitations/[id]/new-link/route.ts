import { invitationLink } from '@/lib/contracts/people'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'
import { renewInvitation } from '@/lib/server/users/invitations'

export const POST = shopRoute({
  permission: 'people.manage',
  response: invitationLink,
  run: (context, { params }) => renewInvitation(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
