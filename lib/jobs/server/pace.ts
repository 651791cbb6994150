import 'server-only'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError, GatewayError } from '../../core/server/errors'
import { singleton } from '../../db/singleton'
import { Later } from './kinds'
import { updateWhileLeased } from './lease'
import type { Mark, Job } from './tables'

/** Requests of jobs that one shop may have in flight at once. */
const maxConcurrentRows = 3
/** Rows that must succeed before the limit rises by one. */
const rowsPerSpeedUp = 20

type Pace = { limit: number; well: number }
const paces = singleton<Map<string, Pace>>('job-paces')

function paceOf(shopId: string): Pace {
  if (!paces.peek()) paces.set(new Map())
  const pace = paces.get().get(shopId) ?? { limit: maxConcurrentRows, well: 0 }
  paces.get().set(shopId, pace)
  return pace
}

export const paceLimit = (shopId: string): number => paceOf(shopId).limit

function slowDown(shopId: string): void {
  Object.assign(paceOf(shopId), { limit: 1, well: 0 })
}

export function recordSuccess(shopId: string): void {
  const pace = paceOf(shopId)
  pace.well++
  if (pace.well < rowsPerSpeedUp || pace.limit === maxConcurrentRows) return
  pace.limit++
  pace.well = 0
}

/** Marks kept: one per turn (`turnMs` in load.ts), about the last minute. */
const keptMarks = 20
/** Minimum time and rows to compute a pace from; with less it would jump. */
const shortestMs = 5_000
const fewestRows = 5
/** After this time without progress a job counts as stopped. */
const longestSilenceMs = 30_000

export const withMark = (marks: readonly Mark[], mark: Mark): Mark[] => [...marks, mark].slice(-keptMarks)

/** Returns the recent pace in rows per second; null if unknown or too early to say. `now` in milliseconds. */
export function rowsPerSecond(marks: readonly Mark[], now: number): number | null {
  const [first, last] = [marks[0], marks.at(-1)]
  if (!first || !last || now - last.at > longestSilenceMs) return null
  const [ms, rows] = [last.at - first.at, last.done - first.done]
  return ms < shortestMs || rows < fewestRows ? null : (rows / ms) * 1000
}

/** Returns marks for a file being read, which stores none: from its creation until `now`. */
export const readingMarks = ({ createdAt }: Pick<Job, 'createdAt'>, done: number, now: number): Mark[] => [
  { at: createdAt.valueOf(), done: 0 },
  { at: now, done },
]

/** Longest wait for a gateway that does not answer. The job then fails, and a person has to start it again. */
const maxWaitMs = 60 * 60_000
/** Pause while the gateway does not answer, in seconds. */
export const pauses = { shortest: 5, longest: 60 }

/** A pause of a job. `reason` is null while it waits for something of our own, such as a sync. */
export type Hold = { reason: Job['waitingFor']; seconds: number }

/** Returns the pause that an error calls for, or null. If the gateway limits requests, also slows the shop down. */
export function pauseFor({ shop }: ShopContext, error: unknown): Hold | null {
  if (error instanceof Later) return { reason: null, seconds: error.seconds }
  if (!(error instanceof AppError)) return null
  const { code, retryAfterSeconds } = error
  if (code === 'gateway_rate_limited') {
    slowDown(shop.id)
    return { reason: code, seconds: Math.max(1, retryAfterSeconds ?? 1) }
  }
  if (!(error instanceof GatewayError) || (code !== 'gateway_unavailable' && code !== 'gateway_timeout'))
    return null
  const seconds = Math.min(Math.max(retryAfterSeconds ?? 0, pauses.shortest), pauses.longest)
  return { reason: 'gateway_unavailable', seconds }
}

/**
 * Postpones the job. `done`: rows finished in this turn.
 * @throws AppError `gateway_unavailable` after `maxWaitMs` without progress.
 */
export async function postpone(
  { engine }: ActorContext,
  job: Job,
  { reason, seconds, done }: Hold & { done: number },
): Promise<void> {
  const stuckSince = done > 0 ? new Date() : (job.stuckSince ?? new Date())
  if (reason === 'gateway_unavailable' && Date.now() - stuckSince.valueOf() > maxWaitMs)
    throw new AppError('gateway_unavailable')
  await updateWhileLeased(engine.db, job, {
    waitingUntil: new Date(Date.now() + seconds * 1000),
    waitingFor: reason,
    stuckSince,
  })
}
