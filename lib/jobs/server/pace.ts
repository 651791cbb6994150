import 'server-only'
import { singleton } from '../../db/singleton'
import type { Mark, Task } from './tables'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError, GatewayError } from '../../core/server/errors'
import { Later } from './kinds'
import { updateMine } from './lease'

/** At most so many requests of tasks are under way at a time for a shop. */
const fastest = 3
/** So many rows have to go well before one more goes at a time. */
const recovery = 20

type Pace = { limit: number; well: number }
const paces = singleton<Map<string, Pace>>('task-paces')

function paceOf(shopId: string): Pace {
  if (!paces.peek()) paces.set(new Map())
  const pace = paces.get().get(shopId) ?? { limit: fastest, well: 0 }
  paces.get().set(shopId, pace)
  return pace
}

/** How many rows may be under way for a shop. */
export const paceLimit = (shopId: string): number => paceOf(shopId).limit

/** The gateway asked to slow down. */
function slowDown(shopId: string): void {
  Object.assign(paceOf(shopId), { limit: 1, well: 0 })
}

/** A row went well. */
export function wentWell(shopId: string): void {
  const pace = paceOf(shopId)
  pace.well++
  if (pace.well < recovery || pace.limit === fastest) return
  pace.limit++
  pace.well = 0
}

/** One mark is made a turn (load.ts), and so many are kept: of about the last minute. */
const keptMarks = 20
/** Over less time, or fewer rows, a pace would jump. In milliseconds. */
const shortestMs = 5_000
const fewestRows = 5
/** A task of which nothing was heard for so long stands still, whatever its marks say. */
const longestSilenceMs = 30_000

/** The marks with one of this moment (ms), at which so many rows were behind the task. */
export const withMark = (marks: readonly Mark[], mark: Mark): Mark[] => [...marks, mark].slice(-keptMarks)

/** Rows a second lately; null where that is not known, or too early to say. `now` in milliseconds. */
export function tempoOf(marks: readonly Mark[], now: number): number | null {
  const [first, last] = [marks[0], marks.at(-1)]
  if (!first || !last || now - last.at > longestSilenceMs) return null
  const [ms, rows] = [last.at - first.at, last.done - first.done]
  return ms < shortestMs || rows < fewestRows ? null : (rows / ms) * 1000
}

/** While a file is read nobody else knows how fast it comes. */
export const readingMarks = ({ createdAt }: Pick<Task, 'createdAt'>, done: number, now: number): Mark[] => [
  { at: createdAt.valueOf(), done: 0 },
  { at: now, done },
]

/** Longest that a task waits for a gateway that does not answer; then somebody has to start it again. */
const patienceMs = 60 * 60_000
/** After an outage is noticed, and at most, in seconds. */
export const pauses = { shortest: 5, longest: 60 }

/** The gateway wants, or can take, nothing at the moment; without a reason where something else is to end first. */
export type Hold = { reason: Task['waitingFor']; seconds: number }

/** What to wait for, where a call was not answered or is not wanted, or something is not there yet; else null. */
export function holdOf({ shop }: ShopContext, error: unknown): Hold | null {
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

/** Goes on later, by itself; not for ever. `done`: rows of this turn. @throws AppError where it has waited long enough. */
export async function wait(
  { engine }: ActorContext,
  task: Task,
  { reason, seconds, done }: Hold & { done: number },
): Promise<void> {
  const stuckSince = done > 0 ? new Date() : (task.stuckSince ?? new Date())
  if (reason === 'gateway_unavailable' && Date.now() - stuckSince.valueOf() > patienceMs)
    throw new AppError('gateway_unavailable')
  await updateMine(engine.db, task, {
    waitingUntil: new Date(Date.now() + seconds * 1000),
    waitingFor: reason,
    stuckSince,
  })
}
