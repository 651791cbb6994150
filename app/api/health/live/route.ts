import { otherMethods } from '@/lib/core/server/route/raw-route'

export const GET = (): Response =>
  Response.json({ status: 'live' }, { headers: { 'Cache-Control': 'no-store' } })

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
