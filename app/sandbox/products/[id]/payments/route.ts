import { payerEndpoint } from '@/lib/sandbox/http/endpoint'
import { payProduct } from '@/lib/sandbox/payments/pay'

export const POST = payerEndpoint(payProduct)
