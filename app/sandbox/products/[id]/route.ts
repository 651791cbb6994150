import { endpoint } from '@/lib/sandbox/http/endpoint'
import { getProduct } from '@/lib/sandbox/products/get'
import { updateProduct } from '@/lib/sandbox/products/update'

export const GET = endpoint(getProduct)
export const PUT = endpoint(updateProduct)
