import { customerExportQuery } from '@/lib/customers/export'
import { exportCustomers } from '@/lib/customers/server/listing/export'
import { exportRoute, otherMethods } from '@/lib/core/server/route/raw-route'

export const GET = exportRoute({
  permission: 'customers.export',
  isRecentSignInNeeded: true,
  query: customerExportQuery,
  name: 'customers',
  lines: exportCustomers,
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
