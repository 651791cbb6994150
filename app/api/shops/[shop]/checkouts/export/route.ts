import { checkoutExportQuery } from '@/lib/contracts/checkout-export'
import { exportCheckouts } from '@/lib/server/checkouts/export'
import { otherMethods } from '@/lib/server/other-methods'
import { csvFile, rawRoute } from '@/lib/server/raw-route'

export const GET = rawRoute({
  permission: 'checkouts.export',
  query: checkoutExportQuery,
  run: async (context, { query }) => {
    const day = new Date().toISOString().slice(0, 10)
    return csvFile(context, `checkouts-${context.shop.id}-${day}.csv`, exportCheckouts(context, query))
  },
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
