import 'server-only'
import { planFile } from '../../jobs/server/imports/plan'
import type { TaskKind } from '../../jobs/server/kinds'
import { checkoutPlanner } from './import-plan'
import { and, eq, inArray } from 'drizzle-orm'
import { checkoutCreate } from '../schema'
import { getTranslator } from '../../core/i18n/server'
import { mayBeRepeated, sendable, checkoutIdOf } from '../../jobs/server/load'
import { checkouts } from './tables'
import { createCheckout } from './create'

/** Makes the checkout of a row. */
const sendCheckout: TaskKind['send'] = async (context, { task, row, begin }) => {
  const input = sendable(checkoutCreate, row.change)
  const id = checkoutIdOf(row)
  await begin(null)
  await createCheckout(context, input, { id, jobId: task.id })
  return { state: 'done', subject: id }
}

/**
 * Finds out what became of a row whose sender did not hear of it. A checkout that is not written down was not sent, or
 * was refused; one whose answer was lost stays unconfirmed until a notification or a person says more, or somebody says
 * that it may be made again.
 */
const settleCheckout: TaskKind['settle'] = async ({ engine, shop }, { task, row }) => {
  const id = checkoutIdOf(row)
  const isIt = and(eq(checkouts.shopId, shop.id), eq(checkouts.id, id))
  const [made] = await engine.db.select({ state: checkouts.state }).from(checkouts).where(isIt)
  if (!made) return { state: 'planned' }
  if (made.state !== 'creating' && made.state !== 'unconfirmed') return { state: 'done', subject: id }
  if (mayBeRepeated(task, row)) {
    const isLost = inArray(checkouts.state, ['creating', 'unconfirmed'])
    const gone = await engine.db.delete(checkouts).where(and(isIt, isLost)).returning({ id: checkouts.id })
    // It was confirmed at this very moment.
    return gone.length > 0 ? { state: 'planned' } : { state: 'done', subject: id }
  }
  // Without a subject: what is loaded or sent again must not be what was perhaps made.
  return { state: 'unconfirmed', errors: { base: [getTranslator('taskReasons')('unconfirmed')] } }
}

/** What tasks do with checkouts. Nothing of it can be put back: the gateway takes no checkout back. */
export const checkoutTasks = {
  'checkouts.import': {
    planBatch: (context, task) => planFile(context, task, checkoutPlanner),
    send: sendCheckout,
    settle: settleCheckout,
    mayRepeat: () => false,
  },
} satisfies Record<string, TaskKind>
