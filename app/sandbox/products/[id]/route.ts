import { endpoint } from '@/lib/sandbox/http/endpoint'
import { methods } from '@/lib/sandbox/http/methods'
import { getProduct } from '@/lib/sandbox/products/get'
import { updateProduct } from '@/lib/sandbox/products/update'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint('products.get', getProduct),
  PUT: endpoint('products.update', updateProduct),
})
