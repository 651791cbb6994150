import { endpoint } from '@/lib/sandbox/http/endpoint'
import { methods } from '@/lib/sandbox/http/methods'
import { createTokenization } from '@/lib/sandbox/tokenizations/create'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint('tokenizations.create', createTokenization),
})
