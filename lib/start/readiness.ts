import 'server-only'
import { engine } from '../db/engine'
import { StorageUnavailable } from '../db/connection/storage-unavailable'
import { singleton } from '../db/singleton'
import { log } from '../core/server/log/log'
import type { NotReadyAnswer, ReadyAnswer } from '../operations/health'
import { probeStorage } from '../notifications/server/receiving/receive'

/** Set when the start is complete, including the requests to the sandbox. */
export const started = singleton<true>('started')

const probeTimeoutMs = 5_000

/**
 * Answers 200 when the application has started and can store notifications, else 503, with what is not ready: `database`
 * or `disk`. Only the log has the reason.
 */
export async function readiness(): Promise<Response> {
  if (!started.peek()) return answer({ status: 'starting' })
  if (engine.get().ending.aborted) return answer({ status: 'ending' })
  const missing = await missingForNotifications()
  return missing.length > 0
    ? answer({ status: 'unavailable', missing })
    : answer({ status: 'ready', ...(await replicaAway()) })
}

const answer = (state: ReadyAnswer | NotReadyAnswer): Response =>
  Response.json(state, {
    status: state.status === 'ready' ? 200 : 503,
    headers: { 'Cache-Control': 'no-store' },
  })

/** The state of a replica that does not answer reads. The primary does, so the instance is ready. */
async function replicaAway(): Promise<Pick<ReadyAnswer, 'replica'>> {
  const state = (await engine.get().replica?.status())?.state ?? 'current'
  return state === 'current' ? {} : { replica: state }
}

/** Returns what is missing to store notifications. */
export async function missingForNotifications(): Promise<NonNullable<NotReadyAnswer['missing']>> {
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
