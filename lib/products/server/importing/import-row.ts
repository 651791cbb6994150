import 'server-only'
import type { z } from 'zod'
import { getTranslator } from '../../../core/i18n/server'
import type { productDefaults } from '../../../core/page-defaults'
import { isCurrency } from '../../../gateway/values/currencies'
import type { DecimalMark } from '../../../core/format/typed-money'
import { separators } from '../../../core/lists/csv-export'
import { majorTextFor } from '../../../core/server/files/csv'
import type { MinorUnitOverrides } from '../../../gateway/values/minor-units'
import { productCreate, productFields, productUpdate } from '../../../gateway/products/product'
import { amountOfPrice, noPriceReason, oddTexts } from '../../../jobs/server/imports/cells'
import type { PlannedRow } from '../../../jobs/server/imports/kind'
import { invalidPlan, readTexts, unreadable } from '../../../jobs/server/imports/reasons'
import type { RowErrors } from '../../../jobs/server/kinds'
import type { ProductTarget } from '../../import'
import type { ProductDetail } from '../../schema'
import {
  differingValues,
  valuesOf,
  withPairedFields,
  withRequiredPairs,
  type ValueField,
  type Values,
} from '../changing/history'
import { isPossibleId } from '../bulk/job-send'
import { cellReasons, contradictedFlags, readCells, type CellValues, type ProductTexts } from './import-cells'
import { productCell } from '../listing/item'

export type RowContext = {
  columns: readonly (ProductTarget | null)[]
  minorUnits: MinorUnitOverrides
  /** The decimal mark of the file's prices; null if it is not known. */
  decimal: DecimalMark | null
  /** The fields of a new product that the shop has defaults for. */
  defaults: ReturnType<typeof productDefaults>
  product: (id: string) => ProductDetail | undefined
  /** Returns the number of an earlier row with this ID, if any. */
  earlier: (id: string) => number | undefined
}

/** Plans to create a product, change one, or do nothing; or returns all errors of the row. */
export function planRow(cells: readonly string[], context: RowContext): PlannedRow {
  const text = getTranslator('jobReasons')
  const texts = readTexts(cells, context.columns)
  const read = readCells(texts)
  const { id, ...given } = read
  const subject = typeof id === 'string' ? id : null
  // The column may hold any text, longer than an index takes.
  const stored = subject !== null && isPossibleId(subject) ? subject : null
  const problem = unreadable(cells, context.columns, read)
  if (problem) return invalidPlan(problem, stored)
  const product = subject === null ? undefined : context.product(subject)
  const first = subject === null ? undefined : context.earlier(subject)
  const unknown: RowErrors = subject !== null && !product ? { id: [text('no_such_product')] } : {}
  const duplicateIdErrors: RowErrors =
    first === undefined ? {} : { id: [text('id_twice', { position: first })] }
  const row: Row = { texts, product, context }
  // Without the product, the currency of the price is not known.
  const { price: _, ...unpriced } = given
  const { values, errors: priceErrors } = unknown.id
    ? { values: unpriced, errors: {} }
    : withAmount(given, row)
  const { change, before, errors } = subject === null ? creation(values, row) : difference(values, row)
  const all = { ...errors, ...priceErrors, ...textErrors(row), ...unknown, ...duplicateIdErrors }
  if (Object.keys(all).length > 0) return invalidPlan(all, stored)
  const state = Object.keys(change).length === 0 ? 'unchanged' : 'planned'
  return { state, subject: stored, change, before, errors: null }
}

type Row = { texts: ProductTexts; product: ProductDetail | undefined; context: RowContext }

/** Returns errors that do not depend on the field's type. */
function textErrors(row: Row): RowErrors {
  const contradicted = contradictedFlags(row.texts)
  const reason = getTranslator('cellReasons')('contradicted')
  const hidden = Object.entries(oddTexts(row.texts, ['name', 'description'])).filter(
    ([field]) => !equalsExport(field as ValueField, row),
  )
  return {
    ...Object.fromEntries(contradicted.map((flag) => [flag, [reason]])),
    ...Object.fromEntries(hidden),
  }
}

/**
 * Returns whether a cell equals the exported value. The gateway may hold values that cannot be sent, such as the
 * language `en-US`: a row may leave them unchanged.
 */
function equalsExport(
  column: 'price' | ValueField,
  { texts, product, context: { minorUnits, decimal } }: Row,
): boolean {
  const cell = column === 'archived' ? undefined : texts[column]
  if (!product || cell === undefined) return false
  return (['comma', 'semicolon'] as const).some(
    (separator) =>
      (decimal === null || separators[separator].decimalMark === decimal) &&
      productCell(product, column, majorTextFor({ minorUnits }, separator)).trim() === cell.trim(),
  )
}

type Read = { values: CellValues; errors: RowErrors }

/** Converts `price` to minor units, with the currency of the row or else of the product. */
function withAmount({ price, ...values }: CellValues, row: Row): Read {
  const { product, context } = row
  if (typeof price !== 'string') return { values, errors: {} }
  // In another currency, the exported number is a new price.
  if (equalsExport('price', row) && !isOtherCurrency(values, row)) return { values, errors: {} }
  const refuse = (message: string): Read => ({ values, errors: { price: [message] } })
  const text = getTranslator('jobReasons')
  const currency = values.currency ?? product?.currency
  if (typeof currency !== 'string') return refuse(text('price_without_currency'))
  // The error is reported for the currency. The price is only checked for its form, as the decimals are unknown.
  if (values.currency !== undefined && !isCurrency(currency) && !equalsExport('currency', row)) {
    const reason = noPriceReason(price)
    return reason === null ? { values: { ...values, amount: 1 }, errors: {} } : refuse(reason)
  }
  const { minorUnits, decimal } = context
  const read = amountOfPrice(price, { currency, amount: values.amount, minorUnits, decimal })
  return 'reason' in read ? refuse(read.reason) : { values: { ...values, ...read }, errors: {} }
}

const isOtherCurrency = ({ currency }: CellValues, row: Row): boolean =>
  currency !== undefined && currency !== row.product?.currency && !equalsExport('currency', row)

type Result = { change: Record<string, unknown>; before: Values | null; errors: RowErrors }

const refused = (errors: RowErrors): Result => ({ change: {}, before: null, errors })

function creation(values: CellValues, { texts, context: { columns, defaults } }: Row): Result {
  const parsed = productCreate.safeParse({ ...defaults, ...values }, { reportInput: true })
  const errors = parsed.success ? {} : cellReasons(parsed.error.issues, { texts, columns, isNew: true })
  const all = { ...contradictionErrors(values, Object.keys(values)), ...errors }
  return parsed.success && Object.keys(all).length === 0
    ? { change: parsed.data, before: null, errors: {} }
    : refused(all)
}

/** Returns the differing fields, plus those that the gateway requires with them. */
function difference(given: CellValues, row: Row): Result {
  const { texts, product, context: { columns } } = row // prettier-ignore
  const values: Values = {}
  const issues: z.core.$ZodIssue[] = []
  for (const [field, value] of Object.entries(given)) {
    const schema: z.ZodType = productFields[field as keyof typeof productFields]
    const parsed = schema.safeParse(value, { reportInput: true })
    if (parsed.success) Object.assign(values, { [field]: parsed.data })
    else if (!equalsExport(field as ValueField, row) && !(field === 'amount' && value === product?.amount))
      issues.push(...parsed.error.issues.map((issue) => ({ ...issue, path: [field] })))
  }
  if (issues.length > 0 || !product) return refused(cellReasons(issues, { texts, columns }))
  const now = valuesOf(product, withPairedFields(Object.keys(values) as ValueField[]))
  const differs = Object.keys(differingValues(now, values)) as ValueField[]
  const changed = differs.filter((field) => !equalsExport(field, row))
  if (changed.length === 0) return refused({})
  if (changed.includes('currency') && !changed.includes('amount')) {
    if (values.amount === undefined)
      return refused({ currency: [getTranslator('jobReasons')('currency_without_price')] })
    // The same minor units in another currency are another price.
    changed.push('amount')
  }
  const change = withRequiredPairs(pick(values, changed), values, now)
  const parsed = productUpdate.safeParse(change, { reportInput: true })
  const errors = parsed.success ? {} : cellReasons(parsed.error.issues, { texts, columns })
  const all = { ...errors, ...contradictionErrors(values, changed) }
  if (!parsed.success || Object.keys(all).length > 0) return refused(all)
  // If the currency has changed since, the dry run of a price no longer holds.
  const rests: ValueField[] = change.amount === undefined ? [] : ['currency']
  const fields = withPairedFields(Object.keys(change) as ValueField[])
  return { change: parsed.data, before: valuesOf(product, [...fields, ...rests]), errors: {} }
}

/** Refuses a new quantity on an unlimited product, and a new expiry on an immortal one. */
function contradictionErrors({ infinite, immortal }: CellValues, changed: readonly string[]): RowErrors {
  const words = getTranslator('cellReasons')
  return {
    ...(infinite === true && changed.includes('quantity') && { quantity: [words('not_with_infinite')] }),
    ...(immortal === true && changed.includes('expired_at') && { expired_at: [words('not_with_immortal')] }),
  }
}

const pick = (values: Values, fields: ValueField[]): Values =>
  Object.fromEntries(fields.map((field) => [field, values[field]]))
