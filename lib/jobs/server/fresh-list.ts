import 'server-only'
import type { ActorContext } from '../../core/server/context'
import { isCompleteSince } from '../../core/server/mirror/keep-fresh'
import type { Mirror } from '../../core/server/mirror/mirror'
import { Later } from './kinds'
import type { Job } from './tables'

/** Maximum age of a mirror when a dry run or a run starts. What was created elsewhere in this time is missed. */
export const maxAgeAtStartMs = 60_000
/** Maximum age of the mirror while rows are sent. */
const maxAgeWhileSendingMs = 600_000
/** Retry interval while another process syncs. */
export const askAgainSeconds = 2

/**
 * Ensures that the mirror is at least as new as `since`: what it lacks would be created twice.
 * @throws Later, GatewayError
 */
export async function requireMirrorSince<Reply extends { id: string }>(
  context: ActorContext,
  mirror: Mirror<Reply>,
  since: number,
): Promise<void> {
  if (!(await isCompleteSince(context, mirror, new Date(since)))) throw new Later(askAgainSeconds)
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
  await requireMirrorSince(context, mirror, since)
}
