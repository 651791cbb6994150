import { endpoint, methods } from '@/lib/sandbox/http/endpoint'
import { getTransaction } from '@/lib/sandbox/transactions/find'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint('transactions.get', getTransaction),
})
