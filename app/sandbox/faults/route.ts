import { endpoint, methods } from '@/lib/sandbox/http/endpoint'
import { clearFaults, listFaults, orderFault } from '@/lib/sandbox/http/faults'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint('faults', listFaults),
  POST: endpoint('faults', orderFault),
  DELETE: endpoint('faults', clearFaults),
})
