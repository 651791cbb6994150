import { personList } from '@/lib/contracts/people'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'
import { listPeople } from '@/lib/server/users/people'

export const GET = shopRoute({
  permission: 'people.manage',
  response: personList,
  run: (context) => listPeople(context),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
