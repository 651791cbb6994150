import 'server-only'
import type { Engine } from '../../db/engine'
import { advanceTask } from './advance'
import { releaseAll, wakeLeftBehind } from './left-behind'
import { endCutReads } from './reading'
import { taskQueues, type TaskJob } from './wake'

/** Lets this process work at tasks, and go on with those that another one left behind. */
export async function startTasks(engine: Engine): Promise<void> {
  const { jobs } = engine
  // Nothing else runs on an embedded engine that starts: whoever had a task is gone.
  if (engine.embedded) await releaseAll(engine)
  for (const queue of Object.values(taskQueues))
    await jobs.define<TaskJob>(queue, (job) => advanceTask(engine, job))
  await jobs.define('tasks.left-behind', async () => {
    await endCutReads(engine)
    await wakeLeftBehind(engine)
  })
  await jobs.schedule('tasks.left-behind', '* * * * *')
  if (engine.embedded) await jobs.send('tasks.left-behind', {})
}
