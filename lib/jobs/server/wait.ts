import 'server-only'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError, GatewayError } from '../../core/server/errors'
import type { Task } from './tables'
import { Later } from './kind'
import { updateMine } from './lease'
import { slowDown } from './pace'

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
