import { personList } from '@/lib/people/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'
import { listPeople } from '@/lib/people/server/people'

export const GET = shopRoute({
  permission: 'people.manage',
  response: personList,
  run: (context) => listPeople(context),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
