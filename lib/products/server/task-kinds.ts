import 'server-only'
import { planFile } from '../../jobs/server/imports/plan'
import type { TaskKind } from '../../jobs/server/kind'
import { planBulk } from './bulk'
import { productPlanner } from './import-plan'
import { sendProduct, settleProduct } from './task-send'
import { planUndo } from './undo'

const common: Omit<TaskKind, 'planBatch'> = {
  send: sendProduct,
  settle: settleProduct,
  // Values are absolute: to set them twice is to set them once. To make something twice is not.
  mayRepeat: ({ subject }) => subject !== null,
}

/** What tasks do with products. */
export const productTasks = {
  'products.bulk': {
    ...common,
    planBatch: (context, task) => (task.undoes ? planUndo(context, task) : planBulk(context, task)),
  },
  'products.import': {
    ...common,
    planBatch: (context, task) =>
      task.undoes ? planUndo(context, task) : planFile(context, task, productPlanner),
  },
} satisfies Record<string, TaskKind>
