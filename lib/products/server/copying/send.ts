import 'server-only'
import { getTranslator } from '../../../core/i18n/server'
import { productCreate } from '../../../gateway/products/product'
import { parsePlanned } from '../../../jobs/server/load'
import { refreshForRun } from '../../../jobs/server/fresh-list'
import type { JobKind } from '../../../jobs/server/kinds'
import { storedCopy } from '../../copy'
import { changedSince, productWork } from '../bulk/job-send'
import { beforeCopy } from '../bulk/undo'
import { createProduct } from '../changing/create'
import { differingValues, valuesOf, type ValueField, type Values } from '../changing/history'
import { readFresh } from '../changing/update'
import { productMirror } from '../mirror/mirror'
import { productsByKey } from './match'

type Send = JobKind['send']

/** How rows of a copy are sent: as those of other jobs, but each product is made only if it is still missing. */
export const copyWork: Omit<JobKind, 'planBatch'> = {
  ...productWork,
  prepare: async (context, job) => {
    if (!job.undoes) await refreshForRun(context, productMirror, job)
  },
  send: (context, work) => {
    if (work.row.subject === null) return make(context, work)
    return 'archived' in work.row.change ? archiveMade(context, work) : productWork.send(context, work)
  },
}

const make: Send = async (context, { job, row, begin }) => {
  const { match } = storedCopy.parse(job.order)
  const input = parsePlanned(productCreate, row.change)
  const [held] = (await productsByKey(context, match, [input[match]])).get(input[match]) ?? []
  if (held) {
    const reason = getTranslator('jobReasons')('copy.madeSince', { match })
    return { state: 'skipped', subject: held.id, errors: { [match]: [reason] } }
  }
  await begin(beforeCopy)
  const { id } = await createProduct(context, input, { isSettling: false })
  return { state: 'done', subject: id }
}

/** Undoes a product that a copy made, if it is still as the copy made it. */
const archiveMade: Send = async (context, work) => {
  const { archived: _, ...written } = work.row.before as Values
  const product = await readFresh(context, work.row.subject ?? '')
  const changed = differingValues(valuesOf(product, Object.keys(written) as ValueField[]), written)
  if (Object.keys(changed).length === 0) return productWork.send(context, work)
  const { currency } = product
  const { minorUnits } = context.shop
  return { state: 'skipped', errors: changedSince(changed, written, { currency, minorUnits }) }
}
