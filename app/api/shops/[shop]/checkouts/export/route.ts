import { checkoutExportQuery } from '@/lib/checkouts/export'
import { exportCheckouts } from '@/lib/checkouts/server/listing/export'
import { exportRoute, otherMethods } from '@/lib/core/server/route/raw-route'

export const GET = exportRoute({
  permission: 'checkouts.export',
  isRecentSignInNeeded: true,
  query: checkoutExportQuery,
  name: 'checkouts',
  lines: exportCheckouts,
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
