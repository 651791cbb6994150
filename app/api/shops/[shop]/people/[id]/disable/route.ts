import { person } from '@/lib/contracts/people'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'
import { disablePerson } from '@/lib/server/users/change-person'

export const POST = shopRoute({
  permission: 'people.manage',
  response: person,
  run: (context, { params }) => disablePerson(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
