import { checkoutApi } from '@/lib/checkouts/api'
import { createTemplate, listTemplates } from '@/lib/checkouts/server/templates'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(checkoutApi, '/checkout-templates', {
  GET: (context) => listTemplates(context),
  POST: (context, { body }) => createTemplate(context, body),
})
