import 'server-only'
import { engine } from '../db/engine'
import type { ReplicaState } from '../db/connection/replica'
import { StorageUnavailable } from '../db/connection/storage-unavailable'
import { singleton } from '../db/singleton'
import { log } from '../core/server/log/log'
import { probeStorage } from '../notifications/server/receiving/receive'

/** Set when the start is complete, including the requests to the sandbox. */
export const hasStarted = singleton<true>('started')

const probeTimeoutMs = 5_000

/**
 * Answers 200 when the application has started and can store notifications, else 503, with what is not ready: `database`
 * or `disk`. Only the log has the reason.
 */
export async function readiness(): Promise<Response> {
  const headers = { 'Cache-Control': 'no-store' }
  if (!hasStarted.peek()) return Response.json({ status: 'starting' }, { status: 503, headers })
  if (engine.get().ending.aborted) return Response.json({ status: 'ending' }, { status: 503, headers })
  const missing = await missingForNotifications()
  if (missing.length === 0) return Response.json({ status: 'ready', ...(await replicaAway()) }, { headers })
  return Response.json({ status: 'unavailable', missing }, { status: 503, headers })
}

/** The state of a replica that does not answer reads. The primary does, so the instance is ready. */
async function replicaAway(): Promise<{ replica?: ReplicaState }> {
  const state = (await engine.get().replica?.status())?.state ?? 'current'
  return state === 'current' ? {} : { replica: state }
}

/** Returns what is missing to store notifications. */
export async function missingForNotifications(): Promise<('database' | 'disk')[]> {
  try {
    await withinTimeout(probeStorage())
  } catch (error) {
    log().error({ err: error }, 'not ready')
    return ['database']
  }
  // The probe itself needs no new disk space; notifications do.
  if (await engine.get().hasSpace()) return []
  log().error('not ready: the disk of the data folder is full')
  return ['disk']
}

async function withinTimeout(probe: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new StorageUnavailable(`no answer within ${probeTimeoutMs / 1000} s`)),
      probeTimeoutMs,
    )
  })
  await Promise.race([probe, late]).finally(() => clearTimeout(timer))
}
