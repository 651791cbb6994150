import 'server-only'
import type { z } from 'zod'
import type { ImportTarget } from '../../contracts/product-import'
import type { ProductDetail } from '../../contracts/product'
import { minorUnitExponent, parseMajor, type MinorUnitOverrides } from '../../gateway/minor-units'
import { productCreate, productFields, productUpdate } from '../../gateway/product'
import { getTranslator } from '../../i18n/server'
import type { RowErrors } from '../tasks/kind'
import type { TaskRow } from '../tables/tasks'
import { readCells, type CellValues } from './import-cells'
import { inWords } from './sendable'
import { differing, valuesOf, withPartners, type ValueField, type Values } from './values'

type Planned = Pick<TaskRow, 'state' | 'subject' | 'change' | 'before' | 'errors'>

export type RowContext = {
  columns: readonly (ImportTarget | null)[]
  minorUnits: MinorUnitOverrides
  /** The shop's product with this ID; undefined: it has none. */
  product: (id: string) => ProductDetail | undefined
  /** An earlier row of the file with this ID. */
  earlier: (id: string) => number | undefined
}

/** What a row of a file would do: make a product, change one, nothing; or everything that is wrong with it. */
export function planRow(cells: readonly string[], context: RowContext): Planned {
  const text = getTranslator('taskReasons')
  const { id, ...given } = readCells(cells, context.columns)
  const subject = typeof id === 'string' ? id : null
  const refuse = (errors: RowErrors): Planned => ({
    state: 'invalid',
    subject,
    change: {},
    before: null,
    errors,
  })
  if (cells.slice(context.columns.length).some((cell) => cell.trim() !== ''))
    return refuse({ base: [text('too_many_cells')] })
  if (Object.keys(given).length === 0) return refuse({ base: [text('nothing_in_row')] })
  const product = subject === null ? undefined : context.product(subject)
  const first = subject === null ? undefined : context.earlier(subject)
  const unknown: RowErrors = subject !== null && !product ? { id: [text('no_such_product')] } : {}
  const twice: RowErrors = first === undefined ? {} : { id: [text('id_twice', { position: first })] }
  // Of a product that is not there, nobody knows what its price is in.
  const { price: _, ...unpriced } = given
  const { values, errors: priceErrors } = unknown.id
    ? { values: unpriced, errors: {} }
    : withAmount(given, product, context)
  const { change, before, errors } = subject === null ? creation(values) : difference(values, product)
  const all = { ...withoutAmount(errors, priceErrors), ...priceErrors, ...unknown, ...twice }
  if (Object.keys(all).length > 0) return refuse(all)
  const state = Object.keys(change).length === 0 ? 'unchanged' : 'planned'
  return { state, subject, change, before, errors: null }
}

/** What is wrong with a price is not said of the missing amount, too. */
const withoutAmount = ({ amount, ...others }: RowErrors, price: RowErrors): RowErrors =>
  amount && !price.price ? { amount, ...others } : others

type Read = { values: CellValues; errors: RowErrors }

/** A price in major units as an amount in minor ones, by the currency of the row or else of the product. */
function withAmount(
  { price, ...values }: CellValues,
  product: ProductDetail | undefined,
  context: RowContext,
): Read {
  if (typeof price !== 'string') return { values, errors: {} }
  const refuse = (message: string): Read => ({ values, errors: { price: [message] } })
  const text = getTranslator('taskReasons')
  const currency = values.currency ?? product?.currency
  if (typeof currency !== 'string') return refuse(text('price_without_currency'))
  const parsed = parseMajor(price, minorUnitExponent(currency, context.minorUnits))
  if (!parsed.ok) return refuse(getTranslator('issues')(parsed.reason))
  if (values.amount !== undefined && Number(values.amount) !== parsed.minor)
    return refuse(text('price_and_amount'))
  return { values: { ...values, amount: parsed.minor }, errors: {} }
}

type Result = { change: Record<string, unknown>; before: Values | null; errors: RowErrors }

function creation(values: CellValues): Result {
  const parsed = productCreate.safeParse(values, { reportInput: true })
  return parsed.success
    ? { change: parsed.data, before: null, errors: {} }
    : { change: {}, before: null, errors: inWords(parsed.error.issues) }
}

/** What differs from what the product holds, with what the gateway wants along with it. */
function difference(given: CellValues, product: ProductDetail | undefined): Result {
  const values: Values = {}
  const errors: RowErrors = {}
  for (const [field, value] of Object.entries(given)) {
    const schema: z.ZodType = productFields[field as keyof typeof productFields]
    const parsed = schema.safeParse(value, { reportInput: true })
    if (parsed.success) Object.assign(values, { [field]: parsed.data })
    else
      errors[field] = inWords(parsed.error.issues).base ?? Object.values(inWords(parsed.error.issues)).flat()
  }
  if (Object.keys(errors).length > 0 || !product) return { change: {}, before: null, errors }
  const now = valuesOf(product, withPartners(Object.keys(values) as ValueField[]))
  const changed = Object.keys(differing(now, values)) as ValueField[]
  const change = withNeeded(pick(values, changed), values, now)
  if (changed.length === 0) return { change: {}, before: null, errors: {} }
  const parsed = productUpdate.safeParse(change, { reportInput: true })
  if (!parsed.success) return { change: {}, before: null, errors: inWords(parsed.error.issues) }
  return {
    change: parsed.data,
    before: valuesOf(product, withPartners(Object.keys(change) as ValueField[])),
    errors: {},
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
