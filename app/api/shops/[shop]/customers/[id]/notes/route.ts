import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { customerApi } from '@/lib/customers/api'
import { addNote } from '@/lib/customers/server/create'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(customerApi, '/customers/[id]/notes', {
  POST: (context, { body, params }) => addNote(context, params.id, body),
})
