import { invitationLink, invitationList, invite } from '@/lib/people/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'
import { inviteToShop, listInvitations } from '@/lib/people/server/invitations'

export const GET = shopRoute({
  permission: 'people.manage',
  response: invitationList,
  run: (context) => listInvitations(context),
})

/** Ignores `Idempotency-Key`: the answer would have to be stored, but its link must not be. */
export const POST = shopRoute({
  permission: 'people.manage',
  body: invite,
  response: invitationLink,
  status: 201,
  run: (context, { body }) => inviteToShop(context, body),
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
