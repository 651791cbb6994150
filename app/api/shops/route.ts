import { anyShopCreate, createdShop } from '@/lib/shops/schema'
import { installationRoute } from '@/lib/core/server/route/installation-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { createShop } from '@/lib/shops/server/create'

export const POST = installationRoute({
  body: anyShopCreate,
  response: createdShop,
  status: 201,
  run: (context, { body }) => createShop(context, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
