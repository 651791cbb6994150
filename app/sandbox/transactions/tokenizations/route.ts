import { endpoint, methods } from '@/lib/sandbox/http/endpoint'
import { createTokenization } from '@/lib/sandbox/tokenizations/create'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint('tokenizations.create', createTokenization),
})
