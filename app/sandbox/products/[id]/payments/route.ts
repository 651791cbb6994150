import { payerEndpoint } from '@/lib/sandbox/http/endpoint'
import { payProduct } from '@/lib/sandbox/products/pay'

export const POST = payerEndpoint(payProduct)
