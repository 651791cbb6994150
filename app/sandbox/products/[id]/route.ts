import { endpoint, methods } from '@/lib/sandbox/http/endpoint'
import { getProduct, updateProduct } from '@/lib/sandbox/products/products'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint('products.get', getProduct),
  PUT: endpoint('products.update', updateProduct),
})
