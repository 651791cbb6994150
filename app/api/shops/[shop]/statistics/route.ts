import { statistics, statisticsQuery } from '@/lib/overview/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { statisticsOf } from '@/lib/overview/server/statistics'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'statistics.read',
  query: statisticsQuery,
  response: statistics,
  run: (context, { query }) => statisticsOf(context, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
