import { connection } from 'next/server'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { readiness } from '@/lib/start/readiness'

export async function GET(): Promise<Response> {
  await connection()
  return readiness()
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
