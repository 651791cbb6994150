import { person, roleChange } from '@/lib/contracts/people'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'
import { changeRole } from '@/lib/server/users/change-person'

export const POST = shopRoute({
  permission: 'people.manage',
  body: roleChange,
  response: person,
  run: (context, { body, params }) => changeRole(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
