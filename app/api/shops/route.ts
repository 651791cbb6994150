import { AppError } from '@/lib/core/server/errors'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { readShopStates } from '@/lib/shops/server/states'
import { shopStates } from '@/lib/shops/states'
import { anyShopCreate, createdShop } from '@/lib/shops/schema'
import { addingRoute } from '@/lib/core/server/route/installation-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { createShop } from '@/lib/shops/server/create'

export const GET = accountRoute({
  response: shopStates,
  allows: async ({ person }) => {
    if (person.mustChangePassword) throw new AppError('password_change_needed')
  },
  run: readShopStates,
})

export const POST = addingRoute({
  body: anyShopCreate,
  response: createdShop,
  status: 201,
  run: (context, { body }) => createShop(context, body),
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
