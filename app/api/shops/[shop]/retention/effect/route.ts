import { retentionEffect, retentionEffectQuery } from '@/lib/contracts/retention'
import { retentionEffectOf } from '@/lib/server/customers/retention'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'retention.manage',
  query: retentionEffectQuery,
  response: retentionEffect,
  run: (context, { query }) => retentionEffectOf(context, query.months),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
