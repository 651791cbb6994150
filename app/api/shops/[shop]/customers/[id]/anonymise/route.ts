import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { customerApi } from '@/lib/customers/api'
import { anonymiseCustomer } from '@/lib/customers/server/anonymising/anonymise'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  customerApi,
  '/customers/[id]/anonymise',
  {
    POST: (context, { params }) => anonymiseCustomer(context, params.id),
  },
)
