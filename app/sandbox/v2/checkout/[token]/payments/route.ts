import { payCheckout } from '@/lib/sandbox/checkouts/pay'
import { payerEndpoint } from '@/lib/sandbox/http/endpoint'

export const POST = payerEndpoint(payCheckout)
