import { person, roleChange } from '@/lib/people/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'
import { changeRole } from '@/lib/people/server/people'

export const POST = shopRoute({
  permission: 'people.manage',
  body: roleChange,
  response: person,
  run: (context, { body, params }) => changeRole(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
