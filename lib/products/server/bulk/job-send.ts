import 'server-only'
import { and, sql } from 'drizzle-orm'
import { getTranslator } from '../../../core/i18n/server'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { productCreate, productUpdate } from '../../../gateway/products/product'
import { isEqualValue } from '../../../gateway/products/values'
import { isStorable } from '../../../gateway/values/storable'
import type { Outcome, RowErrors, JobKind } from '../../../jobs/server/kinds'
import {
  sentAtOf,
  settleCreated,
  unconfirmedOutcome,
  whereCreatedBy,
} from '../../../jobs/server/imports/settle'
import { parsePlanned } from '../../../jobs/server/load'
import type { JobRow } from '../../../jobs/server/tables'
import { createProduct, settleLostCreate } from '../changing/create'
import {
  differingValues,
  valuesOf,
  withPairedFields,
  withRequiredPairs,
  type ValueField,
  type Values,
} from '../changing/history'
import { toDetail, valueText } from '../listing/item'
import { findProduct } from '../mirror/load'
import { archiveProduct, restoreProduct } from '../changing/archive'
import { products } from '../tables'
import { readFresh, settleLostUpdate, updateProduct } from '../changing/update'

const fieldsOf = (values: Values) => Object.keys(values) as ValueField[]

const sendProduct: JobKind['send'] = (context, work) => {
  const { row } = work
  if (row.subject === null) return create(context, work)
  return 'archived' in row.change ? archive(context, work) : update(context, work)
}

const create: JobKind['send'] = async (context, { row, begin }) => {
  const input = parsePlanned(productCreate, row.change)
  await begin(null)
  const { id } = await createProduct(context, input, { isSettling: false })
  return { state: 'done', subject: id }
}

const archive: JobKind['send'] = async (context, { job, row, begin }) => {
  const { archived } = row.change
  const product = await findProduct(context, row.subject ?? '')
  if (!product) throw new AppError('not_found')
  const now = { archived: product.archivedAt !== null }
  if (now.archived === archived) return { state: job.undoes ? 'done' : 'unchanged' }
  await begin(now)
  await (archived === true ? archiveProduct : restoreProduct)(context, product.id)
  return { state: 'done' }
}

/**
 * Changes a product only if it still holds the values of the dry run or, for an undo, the values that were written.
 * Only an undo compares the stock: sales may have changed it since a dry run, and the ordered number still applies.
 */
const update: JobKind['send'] = async (context, { job, row, begin }) => {
  const id = row.subject ?? ''
  const planned = row.change as Values
  const product = await readFresh(context, id)
  const guarded = Object.entries(row.before ?? {}).filter(
    ([field]) => field !== 'updated_at' && (job.undoes || !isStock(field)),
  )
  const expected: Values = Object.fromEntries(guarded)
  const held = valuesOf(product, fieldsOf(expected))
  const changed = differingValues(held, expected)
  const touched = withPairedFields(fieldsOf(planned))
  const before = valuesOf(product, touched)
  // The stock may have become unlimited since the dry run: a number alone would not end that.
  const change = withRequiredPairs(planned, planned, before)
  // The same minor units in another currency are another price.
  const hasOtherChanges = fieldsOf(changed).some((field) => !touched.includes(field))
  const isAlreadyDone = !hasOtherChanges && Object.keys(differingValues(before, change)).length === 0
  // Sent before: a slow gateway made the change after we looked for it. “Done” lets an undo find it.
  if (isAlreadyDone) return { state: row.sentAt ? 'done' : 'unchanged' }
  if (Object.keys(changed).length > 0)
    return {
      state: 'skipped',
      errors: changedSince(changed, row.before as Values, {
        currency: product.currency,
        minorUnits: context.shop.minorUnits,
      }),
    }
  const input = parsePlanned(productUpdate, change)
  // With all that was compared, such as the currency of a price: a repetition compares it again.
  await begin({ ...held, ...before, updated_at: product.updated_at })
  await updateProduct(context, id, input)
  return { state: 'done' }
}

const isStock = (field: string) => field === 'quantity' || field === 'infinite'

/** Returns the product's present values (`now`), and those it was expected to have (`before`). */
export function changedSince(now: Values, before: Values, shown: Parameters<typeof valueText>[1]): RowErrors {
  const text = getTranslator('jobReasons')
  return Object.fromEntries(
    fieldsOf(now).map((field) => [
      field,
      [
        text('changed_since', {
          now: valueText({ field, value: now[field] }, shown),
          was: valueText(
            { field, value: before[field] },
            { ...shown, currency: before.currency ?? shown.currency },
          ),
        }),
      ],
    ]),
  )
}

/** Finds out what happened to a row whose sender did not get an answer. */
const settleProduct: JobKind['settle'] = (context, work) => {
  const { row } = work
  if (row.subject === null) return settleCreate(context, work)
  return 'archived' in row.change ? settleArchived(context, row) : settleUpdated(context, row)
}

async function settleCreate(context: ActorContext, work: Parameters<JobKind['settle']>[1]): Promise<Outcome> {
  const { row, read } = work
  const sentAt = sentAtOf(row)
  const stored = await context.engine.db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        whereCreatedBy(context, products, sentAt),
        sql`${products.submitted} = ${JSON.stringify(row.change)}::jsonb`,
      ),
    )
  return settleCreated(context, work, {
    stored: stored.map(({ id }) => id),
    find: () => settleLostCreate(context, parsePlanned(productCreate, row.change), sentAt, read),
  })
}

async function settleArchived(context: ActorContext, row: JobRow): Promise<Outcome> {
  const product = await findProduct(context, row.subject ?? '')
  const isSo = product && (product.archivedAt !== null) === row.change.archived
  return { state: isSo ? 'done' : 'planned' }
}

/** Done if the product holds the change, planned again if it is as before, else unconfirmed. */
async function settleUpdated(context: ActorContext, row: JobRow): Promise<Outcome> {
  const id = row.subject ?? ''
  const { amount = null, currency = null } = (row.before ?? {}) as Values
  // What was sent, with what the gateway requires beside it: a number alone does not say that the stock is limited.
  const planned = row.change as Values
  const change = parsePlanned(
    productUpdate,
    withRequiredPairs(planned, planned, (row.before ?? {}) as Values),
  )
  if (await settleLostUpdate(context, id, change, { price: { amount, currency } })) return { state: 'done' }
  const product = await findProduct(context, id)
  if (!product) return unconfirmedOutcome()
  const { updated_at: updatedAt, ...before } = row.before ?? {}
  const isUntouched = updatedAt != null && isEqualMoment(product.raw.updated_at, updatedAt)
  const fields = fieldsOf(row.change)
  const isEchoed = fields.every((field) => product.raw[field] != null || field === 'quantity')
  const now = valuesOf(toDetail(product), fields)
  const isAsBefore = isEchoed && fields.every((field) => isEqualValue(field, now[field], before[field]))
  return isUntouched || isAsBefore ? { state: 'planned' } : unconfirmedOutcome()
}

const isEqualMoment = (left: unknown, right: unknown) =>
  Date.parse(String(left)) === Date.parse(String(right))

export const isPossibleId = (text: string): boolean => text.length <= 200 && isStorable(text)

/** How rows are sent and settled, for bulk changes and imports. */
export const productWork: Omit<JobKind, 'planBatch'> = {
  send: sendProduct,
  settle: settleProduct,
  // Changes set absolute values, so repeating one is harmless. Repeating a create is not.
  mayRepeat: ({ subject }) => subject !== null,
}
