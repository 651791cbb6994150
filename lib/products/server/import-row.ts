import 'server-only'
import type { z } from 'zod'
import type { ProductTarget } from '../import'
import type { ProductDetail } from '../schema'
import { isCurrency } from '../../gateway/currencies'
import { minorUnitExponent, type MinorUnitOverrides } from '../../gateway/minor-units'
import { productCreate, productFields, productUpdate } from '../../gateway/product'
import { getTranslator } from '../../core/i18n/server'
import type { PlannedRow } from '../../jobs/server/imports/plan'
import { hasTooMany, readTexts } from '../../jobs/server/imports/reasons'
import type { RowErrors } from '../../jobs/server/kinds'
import { contradictedFlags, readCells, type CellValues, type ProductTexts } from './import-cells'
import { noPriceReason, readPrice } from '../../jobs/server/imports/cells'
import { cellReasons, controlReasons } from './import-reasons'
import { productCell } from './item'
import { differing, valuesOf, withPartners, type ValueField, type Values } from './history'

export type RowContext = {
  columns: readonly (ProductTarget | null)[]
  minorUnits: MinorUnitOverrides
  /** The shop's product with this ID; undefined: it has none. */
  product: (id: string) => ProductDetail | undefined
  /** An earlier row of the file with this ID. */
  earlier: (id: string) => number | undefined
}

/** What a row of a file would do: make a product, change one, nothing; or everything that is wrong with it. */
export function planRow(cells: readonly string[], context: RowContext): PlannedRow {
  const text = getTranslator('taskReasons')
  const texts = readTexts(cells, context.columns)
  const { id, ...given } = readCells(texts)
  const subject = typeof id === 'string' ? id : null
  const refuse = (errors: RowErrors): PlannedRow => ({
    state: 'invalid',
    subject,
    change: {},
    before: null,
    errors,
  })
  if (hasTooMany(cells, context.columns)) return refuse({ base: [text('too_many_cells')] })
  if (Object.keys(given).length === 0 && subject === null) return refuse({ base: [text('nothing_in_row')] })
  const product = subject === null ? undefined : context.product(subject)
  const first = subject === null ? undefined : context.earlier(subject)
  const unknown: RowErrors = subject !== null && !product ? { id: [text('no_such_product')] } : {}
  const twice: RowErrors = first === undefined ? {} : { id: [text('id_twice', { position: first })] }
  const row: Row = { texts, product, context }
  // Of a product that is not there, nobody knows what its price is in.
  const { price: _, ...unpriced } = given
  const { values, errors: priceErrors } = unknown.id
    ? { values: unpriced, errors: {} }
    : withAmount(given, row)
  const { change, before, errors } = subject === null ? creation(values, row) : difference(values, row)
  const all = { ...errors, ...priceErrors, ...textErrors(row), ...unknown, ...twice }
  if (Object.keys(all).length > 0) return refuse(all)
  const state = Object.keys(change).length === 0 ? 'unchanged' : 'planned'
  return { state, subject, change, before, errors: null }
}

type Row = { texts: ProductTexts; product: ProductDetail | undefined; context: RowContext }

/** What is wrong with cells whatever they are to be read as. */
function textErrors(row: Row): RowErrors {
  const contradicted = contradictedFlags(row.texts)
  const reason = getTranslator('cellReasons')('contradicted')
  const hidden = Object.entries(controlReasons(row.texts)).filter(
    ([field]) => !isHeld(field as ValueField, row),
  )
  return {
    ...Object.fromEntries(contradicted.map((flag) => [flag, [reason]])),
    ...Object.fromEntries(hidden),
  }
}

/**
 * Whether a cell is what an export has of the product. What the gateway holds, such as a language like `en-US`, is no
 * reason to refuse a row that leaves it as it is, though it could not be sent.
 */
function isHeld(column: 'price' | ValueField, { texts, product, context: { minorUnits } }: Row): boolean {
  const cell = column === 'archived' ? undefined : texts[column]
  if (!product || cell === undefined) return false
  return ['.' as const, ',' as const].some(
    (decimalMark) => productCell(product, column, { minorUnits, decimalMark }).trim() === cell.trim(),
  )
}

type Read = { values: CellValues; errors: RowErrors }

/** A price in major units as an amount in minor ones, by the currency of the row or else of the product. */
function withAmount({ price, ...values }: CellValues, row: Row): Read {
  const { product, context } = row
  if (typeof price !== 'string') return { values, errors: {} }
  // In another currency, what an export had for a price is another price.
  if (isHeld('price', row) && !isOtherCurrency(values, row)) return { values, errors: {} }
  const refuse = (message: string): Read => ({ values, errors: { price: [message] } })
  const text = getTranslator('taskReasons')
  const currency = values.currency ?? product?.currency
  if (typeof currency !== 'string') return refuse(text('price_without_currency'))
  // How many decimals an unknown currency has is not known; that it is unknown is said of the currency.
  if (values.currency !== undefined && !isCurrency(currency) && !isHeld('currency', row)) {
    const reason = noPriceReason(price)
    return reason === null ? { values: { ...values, amount: 1 }, errors: {} } : refuse(reason)
  }
  const exponent = minorUnitExponent(currency, context.minorUnits)
  const read = readPrice(price, { currency, exponent, amount: values.amount })
  if ('reason' in read) return refuse(read.reason)
  // An amount that is none has a reason of its own.
  if (typeof values.amount === 'string' && !/^\d+$/.test(values.amount)) return { values, errors: {} }
  if (values.amount !== undefined && Number(values.amount) !== read.minor)
    return refuse(text('price_and_amount'))
  return { values: { ...values, amount: read.minor }, errors: {} }
}

const isOtherCurrency = ({ currency }: CellValues, row: Row): boolean =>
  currency !== undefined && currency !== row.product?.currency && !isHeld('currency', row)

type Result = { change: Record<string, unknown>; before: Values | null; errors: RowErrors }

const refused = (errors: RowErrors): Result => ({ change: {}, before: null, errors })

function creation(values: CellValues, { texts, context: { columns } }: Row): Result {
  const parsed = productCreate.safeParse(values, { reportInput: true })
  const errors = parsed.success ? {} : cellReasons(parsed.error.issues, { texts, columns, isNew: true })
  const all = { ...meaningless(values, Object.keys(values)), ...errors }
  return parsed.success && Object.keys(all).length === 0
    ? { change: parsed.data, before: null, errors: {} }
    : refused(all)
}

/** What differs from what the product holds, with what the gateway wants along with it. */
function difference(given: CellValues, row: Row): Result {
  const { texts, product, context: { columns } } = row // prettier-ignore
  const values: Values = {}
  const issues: z.core.$ZodIssue[] = []
  for (const [field, value] of Object.entries(given)) {
    const schema: z.ZodType = productFields[field as keyof typeof productFields]
    const parsed = schema.safeParse(value, { reportInput: true })
    if (parsed.success) Object.assign(values, { [field]: parsed.data })
    else if (!isHeld(field as ValueField, row) && !(field === 'amount' && value === product?.amount))
      issues.push(...parsed.error.issues.map((issue) => ({ ...issue, path: [field] })))
  }
  if (issues.length > 0 || !product) return refused(cellReasons(issues, { texts, columns }))
  const now = valuesOf(product, withPartners(Object.keys(values) as ValueField[]))
  const differs = Object.keys(differing(now, values)) as ValueField[]
  const changed = differs.filter((field) => !isHeld(field, row))
  if (changed.length === 0) return refused({})
  if (changed.includes('currency') && !changed.includes('amount')) {
    if (values.amount === undefined)
      return refused({ currency: [getTranslator('taskReasons')('currency_without_price')] })
    // As many minor units of another currency are another price.
    changed.push('amount')
  }
  const change = withNeeded(pick(values, changed), values, now)
  const parsed = productUpdate.safeParse(change, { reportInput: true })
  const errors = parsed.success ? {} : cellReasons(parsed.error.issues, { texts, columns })
  const all = { ...errors, ...meaningless(values, changed) }
  if (!parsed.success || Object.keys(all).length > 0) return refused(all)
  // A price is one of its currency: while that is another, nobody saw what this would change.
  const rests: ValueField[] = change.amount === undefined ? [] : ['currency']
  const fields = withPartners(Object.keys(change) as ValueField[])
  return { change: parsed.data, before: valuesOf(product, [...fields, ...rests]), errors: {} }
}

/** A number or a date that is to be another, though the row says beside it that there is none. */
function meaningless({ infinite, immortal }: CellValues, changed: readonly string[]): RowErrors {
  const words = getTranslator('cellReasons')
  return {
    ...(infinite === true && changed.includes('quantity') && { quantity: [words('not_with_infinite')] }),
    ...(immortal === true && changed.includes('expired_at') && { expired_at: [words('not_with_immortal')] }),
  }
}

/** A number needs stock to be counted, a date a period to be bounded, and the other way round. */
function withNeeded(change: Values, values: Values, now: Values): Values {
  const needed: Values = { ...change }
  if (change.quantity != null && values.infinite === undefined && now.infinite !== false)
    needed.infinite = false
  if (needed.infinite === false) needed.quantity ??= values.quantity ?? now.quantity ?? undefined
  if (change.expired_at != null && values.immortal === undefined && now.immortal === true)
    needed.immortal = false
  if (needed.immortal === false) needed.expired_at ??= values.expired_at ?? now.expired_at ?? undefined
  return Object.fromEntries(Object.entries(needed).filter(([, value]) => value !== undefined))
}

const pick = (values: Values, fields: ValueField[]): Values =>
  Object.fromEntries(fields.map((field) => [field, values[field]]))
