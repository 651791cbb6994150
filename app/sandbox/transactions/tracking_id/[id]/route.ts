import { endpoint, methods } from '@/lib/sandbox/http/endpoint'
import { getByTrackingId } from '@/lib/sandbox/transactions/find'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint('transactions.by_tracking_id', getByTrackingId),
})
