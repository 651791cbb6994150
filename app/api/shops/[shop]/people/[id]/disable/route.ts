import { person } from '@/lib/people/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'
import { disablePerson } from '@/lib/people/server/people'

export const POST = shopRoute({
  permission: 'people.manage',
  response: person,
  run: (context, { params }) => disablePerson(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
