import 'server-only'
import { planFile } from '../../jobs/server/imports/plan'
import type { TaskKind } from '../../jobs/server/kind'
import { freshForRun } from './import-fresh'
import { customerPlanner } from './import-plan'
import { sendCustomer, settleCustomer } from './task-send'

/** What tasks do with customers. Nothing of it can be put back: the gateway has no change and no deletion. */
export const customerTasks = {
  'customers.import': {
    planBatch: (context, task) => planFile(context, task, customerPlanner),
    prepare: freshForRun,
    send: sendCustomer,
    settle: settleCustomer,
    mayRepeat: () => false,
  },
} satisfies Record<string, TaskKind>
