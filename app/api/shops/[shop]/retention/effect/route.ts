import { retentionEffect, retentionEffectQuery } from '@/lib/customers/retention'
import { retentionEffectOf } from '@/lib/customers/server/retention'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'retention.manage',
  query: retentionEffectQuery,
  response: retentionEffect,
  run: (context, { query }) => retentionEffectOf(context, query.months),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
