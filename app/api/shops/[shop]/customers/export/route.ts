import { customerExportQuery } from '@/lib/customers/export'
import { exportCustomers } from '@/lib/customers/server/export'
import { otherMethods, csvFile, rawRoute } from '@/lib/core/server/route/raw-route'

export const GET = rawRoute({
  permission: 'customers.export',
  query: customerExportQuery,
  run: async (context, { query }) => {
    const day = new Date().toISOString().slice(0, 10)
    return csvFile(context, `customers-${context.shop.id}-${day}.csv`, exportCustomers(context, query))
  },
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
