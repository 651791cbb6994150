import 'server-only'
import { and, eq, asc, gt } from 'drizzle-orm'
import { getTranslator } from '../../../core/i18n/server'
import type { ActorContext } from '../../../core/server/context'
import { whereRowOf } from '../../../jobs/server/load'
import { addRows, lastRow } from '../../../jobs/server/rows'
import { jobRows, type Job, type JobRow } from '../../../jobs/server/tables'
import { refusalOf } from '../changing/create'
import { reverse } from '../changing/history'

const batchRows = 500

/**
 * Plans to undo the next rows of another job. A product that an import created stays; one that a copy created is
 * archived (`beforeCopy`).
 */
export async function planUndo({ engine, shop }: ActorContext, job: Job): Promise<boolean> {
  const last = await lastRow(engine.db, job)
  const done = await engine.db
    .select()
    .from(jobRows)
    .where(
      and(
        whereRowOf({ shopId: shop.id, id: job.undoes ?? '' }),
        eq(jobRows.state, 'done'),
        gt(jobRows.position, last?.position ?? 0),
      ),
    )
    .orderBy(asc(jobRows.position))
    .limit(batchRows)
  const undoing = done.map((row) => ({
    ...undoOf(row),
    position: row.position,
    subject: row.subject,
  }))
  return (await addRows(engine.db, job, undoing)) && done.length === batchRows
}

/**
 * The values before a copy created a product: an empty object, because null would mean that the row cannot be undone
 * (jobs/server/counts.ts).
 */
export const beforeCopy: Record<string, unknown> = {}
const isMadeByCopy = ({ before }: JobRow) => before !== null && Object.keys(before).length === 0

/** `before` holds what was written: it must still be there. */
function undoOf(row: JobRow): Pick<JobRow, 'state' | 'change' | 'before' | 'errors'> {
  const text = getTranslator('jobReasons')
  const written = { change: {}, before: row.change }
  if (row.before === null)
    return { ...written, state: 'invalid', errors: { base: [text('cannot_be_unmade')] } }
  if (isMadeByCopy(row))
    return {
      state: 'planned',
      change: { archived: true },
      before: { ...row.change, archived: false },
      errors: null,
    }
  const back = reverse(row.change, row.before)
  if (!back) return { ...written, state: 'invalid', errors: { base: [text('unknown_before')] } }
  // The gateway may hold values that it does not accept, such as -1 left after overselling.
  if (refusalOf(back)) return { ...written, state: 'invalid', errors: { base: [text('cannot_be_put_back')] } }
  return {
    state: 'planned',
    change: back,
    before: { ...currencyOf(row), ...limitOf(row), ...row.change },
    errors: null,
  }
}

/** A quantity that was written limited the stock. The gateway may keep the number of what became unlimited since. */
const limitOf = ({ change }: JobRow): Record<string, unknown> =>
  change.quantity == null ? {} : { infinite: false }

/** The currency that a written price was in: the same minor units in another currency are another price. */
const currencyOf = ({ change, before }: JobRow): Record<string, unknown> =>
  'amount' in change && before?.currency != null ? { currency: before.currency } : {}
