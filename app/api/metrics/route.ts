import { otherMethods } from '@/lib/core/server/route/raw-route'
import { answerMetrics } from '@/lib/start/metrics'

export const GET = (request: Request): Promise<Response> => answerMetrics(request)

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
