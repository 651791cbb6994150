import { statistics, statisticsQuery } from '@/lib/contracts/overview'
import { otherMethods } from '@/lib/server/other-methods'
import { statisticsOf } from '@/lib/server/overview/statistics'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'statistics.read',
  query: statisticsQuery,
  response: statistics,
  run: (context, { query }) => statisticsOf(context, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
