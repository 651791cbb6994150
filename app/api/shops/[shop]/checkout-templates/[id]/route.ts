import { checkoutApi } from '@/lib/checkouts/api'
import { changeTemplate, removeTemplate } from '@/lib/checkouts/server/templates'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  checkoutApi,
  '/checkout-templates/[id]',
  {
    PATCH: (context, { body, params }) => changeTemplate(context, params.id, body),
    DELETE: (context, { params }) => removeTemplate(context, params.id),
  },
)
