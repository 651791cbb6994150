import 'server-only'
import { and, eq, inArray } from 'drizzle-orm'
import { getTranslator } from '../../core/i18n/server'
import { planFile } from '../../jobs/server/imports/plan'
import type { TaskKind } from '../../jobs/server/kinds'
import { mayBeRepeated, parsePlanned, checkoutIdOf } from '../../jobs/server/load'
import { checkoutCreate } from '../schema'
import { createCheckout } from './create'
import { checkoutPlanner } from './import-plan'
import { checkouts } from './tables'

const sendCheckout: TaskKind['send'] = async (context, { task, row, begin }) => {
  const input = parsePlanned(checkoutCreate, row.change)
  const id = checkoutIdOf(row)
  await begin(null)
  await createCheckout(context, input, { id, jobId: task.id })
  return { state: 'done', subject: id }
}

/**
 * Settles a row without an answer. Without a checkout row, nothing was sent or the gateway refused it. A lost create
 * stays unconfirmed until it is settled, or a person allows a repeat.
 */
const settleCheckout: TaskKind['settle'] = async ({ engine, shop }, { task, row }) => {
  const id = checkoutIdOf(row)
  const whereCheckout = and(eq(checkouts.shopId, shop.id), eq(checkouts.id, id))
  const [made] = await engine.db.select({ state: checkouts.state }).from(checkouts).where(whereCheckout)
  if (!made) return { state: 'planned' }
  if (made.state !== 'creating' && made.state !== 'unconfirmed') return { state: 'done', subject: id }
  if (mayBeRepeated(task, row)) {
    const whereUnconfirmed = inArray(checkouts.state, ['creating', 'unconfirmed'])
    const gone = await engine.db
      .delete(checkouts)
      .where(and(whereCheckout, whereUnconfirmed))
      .returning({ id: checkouts.id })
    // It was confirmed at this moment.
    return gone.length > 0 ? { state: 'planned' } : { state: 'done', subject: id }
  }
  // No subject: a checkout that may not exist must not be loaded or sent again.
  return { state: 'unconfirmed', errors: { base: [getTranslator('taskReasons')('unconfirmed')] } }
}

/** They cannot be undone: the gateway deletes no checkout. */
export const checkoutTasks = {
  'checkouts.import': {
    planBatch: (context, task) => planFile(context, task, checkoutPlanner),
    send: sendCheckout,
    settle: settleCheckout,
    mayRepeat: () => false,
  },
} satisfies Record<string, TaskKind>
