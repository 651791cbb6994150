import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { paymentApi } from '@/lib/payments/api'
import { addPaymentNote } from '@/lib/payments/server/detail/notes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(paymentApi, '/payments/[id]/notes', {
  POST: (context, { body, params }) => addPaymentNote(context, params.id, body),
})
