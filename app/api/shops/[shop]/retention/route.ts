import { retention, retentionChange } from '@/lib/contracts/retention'
import { changeRetention, readRetention } from '@/lib/server/customers/retention'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

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
