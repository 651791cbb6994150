import { endpoint } from '@/lib/sandbox/http/endpoint'
import { createProduct } from '@/lib/sandbox/products/create'
import { listProducts } from '@/lib/sandbox/products/list'

export const GET = endpoint(listProducts)
export const POST = endpoint(createProduct)
