import { alertList } from '@/lib/alerts/schema'
import { listAlerts } from '@/lib/alerts/server/list'
import { installationRoute } from '@/lib/core/server/route/installation-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const GET = installationRoute({
  response: alertList,
  run: ({ engine }) => listAlerts({ engine, shop: null }),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
