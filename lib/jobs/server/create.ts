import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import type { ActorContext } from '../../core/server/context'
import { currentLocale } from '../../core/i18n/current'
import { publishLiveEvent } from '../../core/server/live'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import type { TaskKindName } from '../schema'
import { noCounts } from './counts'
import { newLease } from './lease'
import { tasks, type Task } from './tables'

/** `reading`: this process holds the lease (lease.ts) while the file arrives. */
type Order = {
  kind: TaskKindName
  state: 'reading' | 'planning'
  order: Record<string, unknown>
  undoes?: string
}

export async function createTask(context: ActorContext, order: Order): Promise<Task> {
  const task = await insertTask(context.engine.db, context, order)
  await announceTask(context, task)
  return task
}

/** Call it once the transaction of `insertTask` is committed. */
export async function announceTask(context: ActorContext, task: Task): Promise<void> {
  if (task.state === 'planning') await wakeTask(context.engine, task)
  await publishLiveEvent(context, { kind: 'task', id: task.id })
}

export async function insertTask(
  tx: Database,
  { shop, actor }: ActorContext,
  { kind, state, order, undoes }: Order,
): Promise<Task> {
  const [task] = await tx
    .insert(tasks)
    .values({
      shopId: shop.id,
      id: uuidv7(),
      kind,
      state,
      order,
      undoes,
      createdBy: actor.userId,
      apiToken: actor.apiToken,
      locale: currentLocale(),
      counts: noCounts,
      ...(state === 'reading' && newLease()),
    })
    .returning()
  if (!task) throw new Error('the new task was not returned')
  return task
}

/** Separate for dry runs and sending, so that neither waits for the other. */
export const taskQueues = { plan: 'tasks.plan', run: 'tasks.run' } as const
export type QueuedJob = { shopId: string; id: string }

/** Queues a turn of the job. Repeated calls queue one turn. */
export async function wakeTask(
  { queues }: Engine,
  { shopId, id, state }: Pick<Task, 'shopId' | 'id' | 'state'>,
  afterSeconds = 0,
): Promise<void> {
  const queue = state === 'planning' ? taskQueues.plan : taskQueues.run
  // A delayed turn must not block an immediate one.
  const key = afterSeconds === 0 ? id : `${id} later`
  await queues.send(queue, { shopId, id } satisfies QueuedJob, { afterSeconds, key })
}
