import { alertList } from '@/lib/alerts/schema'
import { dismissAlert } from '@/lib/alerts/server/list'
import { installationRoute } from '@/lib/core/server/route/installation-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const POST = installationRoute({
  response: alertList,
  run: ({ engine, person }, { params }) => dismissAlert({ engine, shop: null, actor: person }, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
