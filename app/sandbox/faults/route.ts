import { endpoint } from '@/lib/sandbox/http/endpoint'
import { clearFaults, listFaults, orderFault } from '@/lib/sandbox/http/faults'
import { methods } from '@/lib/sandbox/http/methods'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint('faults', listFaults),
  POST: endpoint('faults', orderFault),
  DELETE: endpoint('faults', clearFaults),
})
