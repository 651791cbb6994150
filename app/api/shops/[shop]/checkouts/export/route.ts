import { checkoutExportQuery } from '@/lib/checkouts/export'
import { exportCheckouts } from '@/lib/checkouts/server/export'
import { otherMethods, csvFile, rawRoute } from '@/lib/core/server/route/raw-route'

export const GET = rawRoute({
  permission: 'checkouts.export',
  query: checkoutExportQuery,
  run: async (context, { query }) => {
    const day = new Date().toISOString().slice(0, 10)
    return csvFile(context, `checkouts-${context.shop.id}-${day}.csv`, exportCheckouts(context, query))
  },
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
