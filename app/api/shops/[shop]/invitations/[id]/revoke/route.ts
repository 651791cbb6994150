import { invitation } from '@/lib/contracts/people'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'
import { revokeInvitation } from '@/lib/server/users/invitations'

export const POST = shopRoute({
  permission: 'people.manage',
  response: invitation,
  run: (context, { params }) => revokeInvitation(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
