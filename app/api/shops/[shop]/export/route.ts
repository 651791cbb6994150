import { z } from 'zod'
import { checkoutExportQuery } from '@/lib/checkouts/export'
import { exportCheckouts } from '@/lib/checkouts/server/listing/export'
import type { ActorContext } from '@/lib/core/server/context'
import { fileResponse, otherMethods, rawRoute } from '@/lib/core/server/route/raw-route'
import type { ZipEntry } from '@/lib/core/server/files/zip'
import { customerExportQuery } from '@/lib/customers/export'
import { exportCustomers } from '@/lib/customers/server/listing/export'
import { paymentExportQuery } from '@/lib/payments/export'
import { exportPayments } from '@/lib/payments/server/listing/export'
import { productExportQuery } from '@/lib/products/export'
import { exportProducts } from '@/lib/products/server/listing/export'
import { exportShop } from '@/lib/shops/server/export'

export const GET = rawRoute({
  permission: 'shop.configure',
  isRecentSignInNeeded: true,
  query: z.strictObject({}),
  run: async (context) => {
    const day = new Date().toISOString().slice(0, 10)
    const file = { name: `${context.shop.id}-${day}.zip`, type: 'application/zip' }
    return fileResponse(context, file, exportShop(context, listsOf(context)))
  },
})

/** The lists in the format of their own exports. */
const listsOf = (context: ActorContext): ZipEntry[] => [
  { name: 'products.csv', text: exportProducts(context, productExportQuery.parse({})) },
  { name: 'customers.csv', text: exportCustomers(context, customerExportQuery.parse({})) },
  { name: 'checkouts.csv', text: exportCheckouts(context, checkoutExportQuery.parse({})) },
  { name: 'payments.csv', text: exportPayments(context, paymentExportQuery.parse({})) },
]

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
