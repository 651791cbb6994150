import { importQuery, maxImportBytes } from '@/lib/contracts/product-import'
import { taskDetail } from '@/lib/contracts/task'
import { AppError } from '@/lib/server/errors'
import { otherMethods } from '@/lib/server/other-methods'
import { importProducts } from '@/lib/server/products/import'
import { rawRoute } from '@/lib/server/raw-route'

export const POST = rawRoute({
  permission: 'products.write',
  query: importQuery,
  run: async (context, { query, request }) => {
    // What is declared too large is refused unread.
    if (Number(request.headers.get('content-length')) > maxImportBytes) throw new AppError('too_large')
    const body = (request.body ?? []) as AsyncIterable<Uint8Array>
    const task = await importProducts(context, { ...query, body })
    return Response.json(taskDetail.parse(task), { status: 202, headers: { 'Cache-Control': 'no-store' } })
  },
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
