import 'server-only'
import { sql } from 'drizzle-orm'
import { engine } from '../db/engine'
import { singleton } from '../db/singleton'
import { log } from './log'

/** Set once the start is complete: what it had to say to the sandbox over HTTP is said. */
export const started = singleton<true>('started')

/** 200 once the start is complete and while the storage answers, else 503 without the reason, which is in the log. */
export async function readiness(): Promise<Response> {
  const headers = { 'Cache-Control': 'no-store' }
  if (!started.peek()) return Response.json({ status: 'starting' }, { status: 503, headers })
  try {
    await engine.get().db.execute(sql`SELECT 1`)
    return Response.json({ status: 'ready' }, { headers })
  } catch (error) {
    log().error({ err: error }, 'not ready')
    return Response.json({ status: 'unavailable' }, { status: 503, headers })
  }
}
