import { endpoint } from '@/lib/sandbox/http/endpoint'
import { methods } from '@/lib/sandbox/http/methods'
import { createProduct } from '@/lib/sandbox/products/create'
import { listProducts } from '@/lib/sandbox/products/list'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint('products.list', listProducts),
  POST: endpoint('products.create', createProduct),
})
