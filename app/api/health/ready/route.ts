import { connection } from 'next/server'
import { otherMethods } from '@/lib/server/other-methods'
import { readiness } from '@/lib/server/readiness'

/** Storage answers, so requests can be served. */
export async function GET(): Promise<Response> {
  await connection()
  return readiness()
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
