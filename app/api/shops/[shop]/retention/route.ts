import { retention, retentionChange } from '@/lib/customers/retention'
import { changeRetention, readRetention } from '@/lib/customers/server/retention'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'retention.manage',
  response: retention,
  run: (context) => readRetention(context),
})

export const PUT = shopRoute({
  permission: 'retention.manage',
  body: retentionChange,
  response: retention,
  run: (context, { body }) => changeRetention(context, body),
})

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'PUT')
