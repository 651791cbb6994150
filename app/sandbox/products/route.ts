import { endpoint, methods } from '@/lib/sandbox/http/endpoint'
import { createProduct, listProducts } from '@/lib/sandbox/products/products'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint('products.list', listProducts),
  POST: endpoint('products.create', createProduct),
})
