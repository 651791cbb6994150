import 'server-only'
import type { Engine } from '../../db/engine'
import type { Task } from './tables'

/** What works at tasks: dry runs and sending apart, so that neither waits for the other. */
export const taskQueues = { plan: 'tasks.plan', run: 'tasks.run' } as const
export type TaskJob = { shopId: string; id: string }

/** Has somebody work at the task now, or after so many seconds. Asked for twice, it happens once. */
export async function wakeTask(
  { jobs }: Engine,
  { shopId, id, state }: Pick<Task, 'shopId' | 'id' | 'state'>,
  afterSeconds = 0,
): Promise<void> {
  const queue = state === 'planning' ? taskQueues.plan : taskQueues.run
  // One that waits for later must not stand in the way of one for now.
  const key = afterSeconds === 0 ? id : `${id} later`
  await jobs.send(queue, { shopId, id } satisfies TaskJob, { afterSeconds, key })
}
