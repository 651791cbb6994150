import 'server-only'
import type { z } from 'zod'
import { checkoutCreate } from '../schema'
import { cellColumns, jsonColumns, type CheckoutTarget } from '../import'
import { issueKey, type IssueText } from '../../core/issues'
import { checkoutTypes } from '../../gateway/checkout'
import { minorUnitExponent, type MinorUnitOverrides } from '../../gateway/minor-units'
import { isCurrency } from '../../gateway/currencies'
import { getTranslator } from '../../core/i18n/server'
import { flagOf, controlReason, readPrice, valueReason } from '../../jobs/server/imports/cells'
import type { PlannedRow } from '../../jobs/server/imports/plan'
import { hasTooMany, readTexts, type CellTexts } from '../../jobs/server/imports/reasons'
import type { RowErrors } from '../../jobs/server/kinds'
import { toZoned } from '../../core/server/zoned'

export type RowContext = {
  columns: readonly (CheckoutTarget | null)[]
  minorUnits: MinorUnitOverrides
  /** Defaults for each checkout, such as the shop's default template. */
  base: Record<string, unknown>
  isKnown: (customerId: string) => boolean
}

type Texts = CellTexts<CheckoutTarget>
type Values = Partial<Record<CheckoutTarget, unknown>>

/** Plans to create a checkout, or returns all errors of the row. */
export function planRow(cells: readonly string[], context: RowContext): PlannedRow {
  const text = getTranslator('taskReasons')
  const texts = readTexts(cells, context.columns)
  const values = readCells(texts)
  const refuse = (errors: RowErrors): PlannedRow => ({ ...nothing, state: 'invalid', errors })
  if (hasTooMany(cells, context.columns)) return refuse({ base: [text('too_many_cells')] })
  if (Object.keys(values).length === 0) return refuse({ base: [text('nothing_in_row')] })
  const { amount, errors: amountErrors } = amountOf(values, context)
  const parsed = checkoutCreate.safeParse(requestOf({ ...values, amount }, context), { reportInput: true })
  const errors: RowErrors = {
    ...(parsed.success ? {} : reasonsOf(parsed.error.issues, texts, context)),
    ...oddTexts(texts),
    ...amountErrors,
    ...unknownCustomer(values, context),
  }
  if (!parsed.success || Object.keys(errors).length > 0) return refuse(errors)
  return { ...nothing, change: parsed.data }
}

const nothing: PlannedRow = { state: 'planned', subject: null, change: {}, before: null, errors: null }

/**
 * Returns the filled cells by target, in the form that the schema parses. Passes on unreadable text, for the schema to
 * refuse.
 */
function readCells(texts: Texts): Values {
  const values: Values = {}
  for (const [target, cell] of Object.entries(texts) as [CheckoutTarget, string][])
    if (cell.trim() !== '') values[target] = valueOf(target, cell.trim())
  return values
}

function valueOf(target: CheckoutTarget, word: string): unknown {
  if (isJson(target)) return objectOf(word)
  if (target === 'test' || target === 'iframe') return flagOf(word)
  if (target === 'currency' || target === 'country' || target === 'state') return word.toUpperCase()
  if (target === 'language' || target === 'transaction_type') return word.toLowerCase()
  if (target === 'amount' || target === 'attempts') return /^\d{1,16}$/.test(word) ? Number(word) : word
  return target === 'expired_at' ? (toZoned(word) ?? word) : word
}

type JsonColumn = keyof typeof jsonColumns

const isJson = (target: string): target is JsonColumn => Object.hasOwn(jsonColumns, target)

function objectOf(word: string): unknown {
  try {
    return JSON.parse(word)
  } catch {
    return word
  }
}

type Amount = { amount?: unknown; errors: RowErrors }

/** Converts `price` to minor units, with the currency of the row or else of the defaults. */
function amountOf({ price, amount, currency }: Values, { base, minorUnits }: RowContext): Amount {
  if (typeof price !== 'string') return amount === undefined ? { errors: {} } : { amount, errors: {} }
  const refuse = (message: string): Amount => ({ amount: 1, errors: { price: [message] } })
  const text = getTranslator('taskReasons')
  const own = currency ?? partOf(base, 'order').currency
  if (typeof own !== 'string') return refuse(text('price_without_currency'))
  if (!isCurrency(own)) return { amount: 1, errors: {} } // The error for the currency is enough.
  const exponent = minorUnitExponent(own, minorUnits)
  const read = readPrice(price, { currency: own, exponent, amount })
  if ('reason' in read) return refuse(read.reason)
  if (amount !== undefined && amount !== read.minor)
    return typeof amount === 'string' ? { amount, errors: {} } : refuse(text('price_and_amount'))
  return { amount: read.minor, errors: {} }
}

const partOf = (whole: Record<string, unknown>, part: string): Record<string, unknown> =>
  (whole[part] ?? {}) as Record<string, unknown>

function requestOf(values: Values, { base }: RowContext): unknown {
  const taken = (fields: readonly CheckoutTarget[]) =>
    Object.fromEntries(
      fields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])),
    )
  const withPart = (part: string, fields: readonly CheckoutTarget[]) => {
    const given = isJson(part) ? values[part] : undefined
    // Only objects are merged. The schema refuses anything else.
    if (given !== undefined && !isObject(given)) return { [part]: given }
    const whole = { ...partOf(base, part), ...given, ...taken(fields) }
    return Object.keys(whole).length === 0 ? {} : { [part]: whole }
  }
  const { additional_data: additional } = values
  return {
    checkout: {
      transaction_type: 'payment',
      ...base,
      ...taken(cellColumns['']),
      order: {
        ...partOf(base, 'order'),
        ...taken(cellColumns.order),
        ...(additional === undefined ? {} : { additional_data: additional }),
      },
      ...withPart('customer', cellColumns.customer),
      ...withPart('settings', cellColumns.settings),
      ...withPart('payment_method', []),
      ...withPart('travel', []),
    },
    ...taken(['customer_id']),
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the JSON column that an issue is about, unless a filled column of its own holds that field. */
function jsonColumnOf(path: readonly PropertyKey[], texts: Texts): JsonColumn | null {
  const inside = path.slice(1).map(String)
  const last = inside.at(-1) ?? ''
  if (!isJson(last) && texts[last as CheckoutTarget]?.trim()) return null
  const columns = Object.entries(jsonColumns) as [JsonColumn, readonly string[]][]
  const found = columns.find(
    ([column, place]) => texts[column]?.trim() && place.every((part, at) => inside[at] === part),
  )
  return found?.[0] ?? null
}

/** Returns the first error of each field. All missing columns go into one message. */
function reasonsOf(issues: readonly z.core.$ZodIssue[], texts: Texts, { columns }: RowContext): RowErrors {
  const reasons: RowErrors = {}
  const missing = new Set<CheckoutTarget>()
  for (const issue of issues) {
    const field = String(issue.path.at(-1) ?? '')
    const words = issueKey(issue)
    const json = jsonColumnOf(issue.path, texts)
    const target = targetOf(field, columns)
    if (json !== null) {
      const reason = getTranslator('issues')(words.key, words.values)
      reasons[json] ??= [field === json ? reason : `${field}: ${reason}`]
    } else if (target === null)
      (reasons.base ??= []).push(`${field}: ${getTranslator('issues')(words.key, words.values)}`)
    else if (!columns.includes(target)) missing.add(target)
    else reasons[target] ??= [reasonOf(target, words, texts[target]?.trim())]
  }
  if (missing.size > 0) {
    const values = { count: missing.size, fields: [...missing].join(', ') }
    reasons.columns = [getTranslator('cellReasons')('no_columns_checkout', values)]
  }
  return reasons
}

const targets = new Set<string>([...Object.values(cellColumns).flat(), 'customer_id'])

/** Asks for `price` unless the file only has `amount`: authors of prices do not know of amounts. */
function targetOf(field: string, columns: RowContext['columns']): CheckoutTarget | null {
  if (field === 'amount') return columns.includes('amount') && !columns.includes('price') ? 'amount' : 'price'
  return targets.has(field) ? (field as CheckoutTarget) : null
}

const byValue: readonly CheckoutTarget[] = [
  'price', 'amount', 'currency', 'expired_at', 'return_url', 'language', 'transaction_type', 'test',
] // prettier-ignore

function reasonOf(target: CheckoutTarget, { key, values }: IssueText, cell: string | undefined): string {
  const words = getTranslator('cellReasons')
  if (cell === undefined) return words('needed_checkout')
  if (cell === '') return words('only_spaces')
  if (byValue.includes(target)) return valueReason(target, cell, checkoutTypes)
  return key === 'too_long'
    ? words('too_many_characters', { max: Number(values?.max) })
    : getTranslator('issues')(key, values)
}

function oddTexts(texts: Texts): RowErrors {
  const errors: RowErrors = {}
  for (const field of ['description', 'tracking_id', 'first_name', 'last_name'] as const) {
    const reason = controlReason(texts[field] ?? '')
    if (reason !== null) errors[field] = [reason]
  }
  return errors
}

function unknownCustomer({ customer_id: id }: Values, { isKnown }: RowContext): RowErrors {
  if (typeof id !== 'string' || isKnown(id)) return {}
  return { customer_id: [getTranslator('taskReasons')('no_such_payer')] }
}
