import 'server-only'
import type { ActorContext } from '../../core/server/context'
import { isCompleteSince } from '../../core/server/mirror/keep-fresh'
import type { Mirror } from '../../core/server/mirror/mirror'
import { Later } from './kinds'
import type { Job } from './tables'

/** Maximum age of a mirror when a dry run or a run starts. What was created elsewhere in this time is missed. */
const maxAgeAtStartMs = 60_000
/** Maximum age of the mirror while rows are sent. */
const maxAgeWhileSendingMs = 600_000
/** Retry interval while another process syncs. */
export const askAgainSeconds = 2

/**
 * How new a mirror has to be for a dry run. One that waits uses the list that was read meanwhile, however long that
 * took: another read would make it wait again.
 */
export const dryRunNeedsSince = ({ stuckSince }: Pick<Job, 'stuckSince'>): Date =>
  new Date((stuckSince ?? new Date()).valueOf() - maxAgeAtStartMs)

/**
 * Ensures that the mirror is at least as new as `since`: what it lacks would be created twice.
 * @throws Later, GatewayError
 */
export async function requireMirrorSince<Reply extends { id: string }>(
  context: ActorContext,
  mirror: Mirror<Reply>,
  since: Date,
): Promise<void> {
  if (!(await isCompleteSince(context, mirror, since))) throw new Later(askAgainSeconds)
}

/**
 * Refreshes the mirror before rows are sent: at least as new as the start of the run, or ten minutes old in long runs.
 * @throws Later, GatewayError
 */
export async function refreshForRun<Reply extends { id: string }>(
  context: ActorContext,
  mirror: Mirror<Reply>,
  { startedAt }: Pick<Job, 'startedAt'>,
): Promise<void> {
  const started = startedAt?.valueOf() ?? Date.now()
  const since = Math.max(started - maxAgeAtStartMs, Date.now() - maxAgeWhileSendingMs)
  await requireMirrorSince(context, mirror, new Date(since))
}
