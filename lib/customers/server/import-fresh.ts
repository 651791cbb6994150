import 'server-only'
import { importOrder } from '../../jobs/import'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { holdsSince, wasEverRead } from '../../core/server/mirror/keep-fresh'
import { Later } from '../../jobs/server/kind'
import type { Task } from '../../jobs/server/tables'
import { customerMirror } from './mirror'

/** Who was made elsewhere so shortly before is not looked for. */
const minuteMs = 60_000
/** While rows are sent, the mirror grows no older. */
const whileRunningMs = 10 * minuteMs
/** A sync by somebody else is waited for so long until it is asked again. */
const askAgainSeconds = 2

/** Has the mirror hold who was there then: of whom it has not, a second one would be made. @throws Later, GatewayError */
async function needSince(context: ActorContext, since: number): Promise<void> {
  if (!(await holdsSince(context, customerMirror, new Date(since)))) throw new Later(askAgainSeconds)
}

/**
 * For a dry run, which sends nothing: where the gateway does not answer, what was read once has to do.
 * @throws Later where somebody reads the list now; GatewayError where it could not be read and never was.
 */
export async function freshForPlan(context: ActorContext): Promise<void> {
  try {
    await needSince(context, Date.now() - minuteMs)
  } catch (error) {
    if (!(error instanceof AppError) || !(await wasEverRead(context, customerMirror))) throw error
  }
}

/**
 * Before rows are sent: who was there when somebody started it, and of what takes longer, a few minutes ago. Not where
 * those who exist are made all the same. @throws Later, GatewayError
 */
export async function freshForRun(context: ActorContext, { order, startedAt }: Task): Promise<void> {
  if (importOrder.parse(order).with_existing) return
  const started = startedAt?.valueOf() ?? Date.now()
  await needSince(context, Math.max(started - minuteMs, Date.now() - whileRunningMs))
}
