import { endpoint } from '@/lib/sandbox/http/endpoint'
import { methods } from '@/lib/sandbox/http/methods'
import { getByTrackingId } from '@/lib/sandbox/transactions/by-tracking-id'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint('transactions.by_tracking_id', getByTrackingId),
})
