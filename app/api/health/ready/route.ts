import { connection } from 'next/server'
import { readiness } from '@/lib/server/readiness'

/** Storage answers, so requests can be served. */
export async function GET(): Promise<Response> {
  await connection()
  return readiness()
}
