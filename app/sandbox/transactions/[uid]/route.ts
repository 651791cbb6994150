import { endpoint } from '@/lib/sandbox/http/endpoint'
import { methods } from '@/lib/sandbox/http/methods'
import { getTransaction } from '@/lib/sandbox/transactions/get'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint('transactions.get', getTransaction),
})
