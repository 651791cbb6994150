import { otherMethods, rawRoute } from '@/lib/core/server/route/raw-route'
import { logoQuery } from '@/lib/shops/appearance'
import { readLogo } from '@/lib/shops/server/settings/appearance'

export const GET = rawRoute({
  permission: 'shop.read',
  query: logoQuery,
  run: (context, { query, request }) =>
    readLogo(context, { wanted: query.v, known: request.headers.get('if-none-match') }),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
