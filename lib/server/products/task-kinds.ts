import 'server-only'
import type { TaskKindName } from '../../contracts/task'
import type { TaskKind } from '../tasks/kind'
import { planBulk } from './bulk'
import { planImport } from './import-plan'
import { sendProduct, settleProduct } from './task-send'
import { planUndo } from './undo'

const common: Omit<TaskKind, 'planBatch'> = {
  permission: 'products.write',
  send: sendProduct,
  settle: settleProduct,
  // Values are absolute: to set them twice is to set them once. To make something twice is not.
  mayRepeat: ({ subject }) => subject !== null,
}

/** What tasks do with products. */
export const productTasks: Record<TaskKindName, TaskKind> = {
  'products.bulk': {
    ...common,
    planBatch: (context, task) => (task.undoes ? planUndo(context, task) : planBulk(context, task)),
  },
  'products.import': {
    ...common,
    planBatch: (context, task) => (task.undoes ? planUndo(context, task) : planImport(context, task)),
  },
}
