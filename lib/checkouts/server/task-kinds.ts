import 'server-only'
import { planFile } from '../../jobs/server/imports/plan'
import type { TaskKind } from '../../jobs/server/kind'
import { checkoutPlanner } from './import-plan'
import { sendCheckout, settleCheckout } from './task-send'

/** What tasks do with checkouts. Nothing of it can be put back: the gateway takes no checkout back. */
export const checkoutTasks = {
  'checkouts.import': {
    planBatch: (context, task) => planFile(context, task, checkoutPlanner),
    send: sendCheckout,
    settle: settleCheckout,
    mayRepeat: () => false,
  },
} satisfies Record<string, TaskKind>
