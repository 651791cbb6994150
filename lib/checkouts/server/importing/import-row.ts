import 'server-only'
import type { z } from 'zod'
import { checkoutCreate, type CheckoutCreate, hasPassed } from '../../schema'
import { columnFields, jsonColumns, type CheckoutTarget, type JsonColumn } from '../../import'
import { type PageDefaults, withPageDefaults } from '../../../core/page-defaults'
import type { IssueText } from '../../../core/api/issues'
import { checkoutTypes } from '../../../gateway/checkouts/choices'
import type { FieldKind } from '../../../gateway/field-kind'
import type { DecimalMark } from '../../../core/format/typed-money'
import type { MinorUnitOverrides } from '../../../gateway/values/minor-units'
import type { FieldErrors } from '../../../gateway/errors'
import { isCurrency } from '../../../gateway/values/currencies'
import { getTranslator } from '../../../core/i18n/server'
import { dots } from '../../../jobs/server/imports/card-cells'
import { amountOfPrice, flagOf, isExponent, oddTexts, valueReason } from '../../../jobs/server/imports/cells'
import type { PlannedRow } from '../../../jobs/server/imports/kind'
import {
  creationPlan,
  invalidPlan,
  namedReason,
  readTexts,
  reasonsOf,
  unreadable,
  type CellTexts,
} from '../../../jobs/server/imports/reasons'
import type { RowErrors } from '../../../jobs/server/kinds'
import { toZoned } from '../../../core/server/zoned'
import { isRecord } from '../../../core/is-record'

type RowContext = {
  columns: readonly (CheckoutTarget | null)[]
  minorUnits: MinorUnitOverrides
  /** The decimal mark of the file's prices; null if it is not known. */
  decimal: DecimalMark | null
  /** Defaults for each checkout, such as the shop's default template. */
  base: Record<string, unknown>
  pageDefaults: PageDefaults
  isKnown: (customerId: string) => boolean
  /** Why a stored card cannot be sent; null if it can. */
  cardReason: (cardTokenId: string) => string | null
}

type Texts = CellTexts<CheckoutTarget>
type Values = Partial<Record<CheckoutTarget, unknown>>

/** Plans to create a checkout, or returns all errors of the row. */
export function planRow(cells: readonly string[], context: RowContext): PlannedRow {
  const texts = readTexts(cells, context.columns)
  const values = readCells(texts)
  const problem = unreadable(cells, context.columns, values)
  if (problem) return invalidPlan(problem)
  const { amount, errors: amountErrors } = amountOf(values, context)
  const parsed = checkoutCreate.safeParse(requestOf({ ...values, amount }, context), { reportInput: true })
  const errors: RowErrors = {
    ...(parsed.success ? {} : cellReasons(parsed.error.issues, texts, context)),
    ...oddTexts(texts, textTargets, isCut),
    ...amountErrors,
    ...passedExpiry(parsed.data),
    ...unknownCustomer(values, context),
    ...cardData(texts, values),
    ...storedCard(values, context),
  }
  if (!parsed.success || Object.keys(errors).length > 0) return invalidPlan(errors)
  return creationPlan(parsed.data)
}

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
  if (target === 'state') return word.toUpperCase()
  if (target === 'card_token_id') return word.toLowerCase()
  switch (kinds.get(target)) {
    case 'flag':
      return flagOf(word)
    case 'currency':
    case 'country':
      return word.toUpperCase()
    case 'language':
    case 'choice':
      return word.toLowerCase()
    case 'amount':
    case 'number':
      return /^\d{1,16}$/.test(word) ? Number(word) : word
    case 'moment':
      return toZoned(word) ?? word
    default:
      return word
  }
}

const kinds = new Map<CheckoutTarget, FieldKind['kind']>(
  columnFields.map(({ target, kind }) => [target, kind.kind]),
)

const textTargets = columnFields.flatMap(({ target, kind }) => (kind.kind === 'text' ? [target] : []))

const numbers: readonly CheckoutTarget[] = ['phone', 'zip', 'external_id', 'taxpayer_id']

/** Order numbers can be hexadecimal, such as 45e12. A spreadsheet writes a plus as well. */
const isCut = (target: CheckoutTarget, cell: string): boolean =>
  isExponent(cell) && (numbers.includes(target) || (target === 'tracking_id' && cell.includes('+')))

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
function amountOf({ price, amount, currency }: Values, { base, minorUnits, decimal }: RowContext): Amount {
  if (typeof price !== 'string') return amount === undefined ? { errors: {} } : { amount, errors: {} }
  const refuse = (message: string): Amount => ({ amount: 1, errors: { price: [message] } })
  const text = getTranslator('jobReasons')
  const own = currency ?? partOf(base, 'order').currency
  if (typeof own !== 'string') return refuse(text('price_without_currency'))
  if (!isCurrency(own)) return { amount: 1, errors: {} } // The error for the currency is enough.
  const read = amountOfPrice(price, { currency: own, amount, minorUnits, decimal })
  return 'reason' in read ? refuse(read.reason) : { ...read, errors: {} }
}

const partOf = (whole: Record<string, unknown>, part: string): Record<string, unknown> =>
  (whole[part] ?? {}) as Record<string, unknown>

function requestOf(values: Values, { base, pageDefaults }: RowContext): unknown {
  const taken = (fields: readonly CheckoutTarget[]) =>
    Object.fromEntries(
      fields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])),
    )
  const withPart = (part: string) => {
    const given = isJson(part) ? values[part] : undefined
    // Only objects are merged. The schema refuses anything else.
    if (given !== undefined && !isRecord(given)) return { [part]: given }
    const whole = { ...partOf(base, part), ...given, ...taken(columnsIn(part)) }
    return Object.keys(whole).length === 0 ? {} : { [part]: whole }
  }
  const { additional_data: additional } = values
  return {
    checkout: {
      transaction_type: 'payment',
      ...base,
      ...taken(columnsIn('')),
      order: {
        ...partOf(base, 'order'),
        ...taken(columnsIn('order')),
        ...(additional === undefined ? {} : { additional_data: additional }),
      },
      ...withPart('customer'),
      ...withDefaults(withPart('settings'), pageDefaults),
      ...withPart('payment_method'),
      ...withPart('travel'),
    },
    ...taken(['customer_id', 'card_token_id']),
  }
}

/** The columns of the fields directly in a part of the checkout. */
const columnsIn = (part: string): readonly CheckoutTarget[] =>
  columnFields
    .filter(({ path, target }) => path === (part === '' ? target : `${part}.${target}`))
    .map(({ target }) => target)

/** Adds the shop's payment page defaults, where the row and the template set nothing. */
function withDefaults({ settings = {} }: { settings?: unknown }, pageDefaults: PageDefaults) {
  if (!isRecord(settings)) return { settings }
  const whole = withPageDefaults(settings, pageDefaults)
  return Object.keys(whole).length === 0 ? {} : { settings: whole }
}

type Path = readonly PropertyKey[]

/** The path within `checkout`; outside of it, such as that of `customer_id`, the whole path. */
const placeOf = (path: Path): string[] => path.slice(path[0] === 'checkout' ? 1 : 0).map(String)

const fieldTargets = new Map<string, CheckoutTarget>([
  ...columnFields.map(({ path, target }): [string, CheckoutTarget] => [path, target]),
  ['customer_id', 'customer_id'],
  ['card_token_id', 'card_token_id'],
])

/** Returns the JSON column that a path leads into, unless a filled column of its own holds that field. */
function jsonColumnOf(path: Path, texts: Texts): JsonColumn | null {
  const inside = placeOf(path)
  const own = fieldTargets.get(inside.join('.'))
  if (own && texts[own]?.trim()) return null
  const columns = Object.entries(jsonColumns) as [JsonColumn, readonly string[]][]
  const found = columns.find(
    ([column, place]) => texts[column]?.trim() && place.every((part, at) => inside[at] === part),
  )
  return found?.[0] ?? null
}

/**
 * Returns the gateway's errors by column, as those of {@link planRow}. An error outside the file, such as in a value of
 * a template, stays under its path.
 */
export function errorsByColumn(
  errors: FieldErrors,
  cells: readonly string[],
  columns: RowContext['columns'],
): RowErrors {
  const texts = readTexts(cells, columns)
  const named: RowErrors = {}
  for (const [name, messages] of Object.entries(errors)) {
    const path = name.split('.')
    const json = jsonColumnOf(path, texts)
    const own = targetOf(path, columns)
    const column = json ?? (own && texts[own]?.trim() ? own : name)
    const texted = json ? messages.map((message) => `${path.at(-1)}: ${message}`) : messages
    named[column] = [...(named[column] ?? []), ...texted]
  }
  return named
}

/** An issue inside a JSON column is named there, with the field. */
const cellReasons = (issues: readonly z.core.$ZodIssue[], texts: Texts, { columns }: RowContext): RowErrors =>
  reasonsOf<CheckoutTarget>(issues, {
    columns,
    isNew: true,
    targetOf: ({ path }) => jsonColumnOf(path, texts) ?? targetOf(path, columns),
    reasonOf: (target, text, issue) =>
      jsonColumnOf(issue.path, texts) === null
        ? reasonOf(target, text, texts[target]?.trim())
        : jsonReason(target, text, issue),
    absent: (values) => getTranslator('cellReasons')('no_columns_checkout', values),
  })

const jsonReason = (column: string, text: IssueText, issue: z.core.$ZodIssue): string =>
  issue.path.at(-1) === column ? getTranslator('issues')(text.key, text.values) : namedReason(issue, text)

/** Asks for `price` unless the file only has `amount`: authors of prices do not know about amounts. */
function targetOf(path: Path, columns: RowContext['columns']): CheckoutTarget | null {
  const target = fieldTargets.get(placeOf(path).join('.')) ?? null
  if (target !== 'amount') return target
  return columns.includes('amount') && !columns.includes('price') ? 'amount' : 'price'
}

const valueTargets: readonly CheckoutTarget[] = [
  'price', 'amount', 'currency', 'expired_at', 'return_url', 'language', 'transaction_type', 'test',
] // prettier-ignore

const taken = { types: checkoutTypes, mayNeverExpire: false }

function reasonOf(target: CheckoutTarget, { key, values }: IssueText, cell: string | undefined): string {
  const words = getTranslator('cellReasons')
  if (cell === undefined) return words('needed_checkout')
  if (cell === '') return words('only_spaces')
  if (valueTargets.includes(target)) return valueReason(target, cell, taken)
  return getTranslator('issues')(key, values)
}

/** Refuses an expiry that has passed. */
export function passedExpiry(created: CheckoutCreate | undefined): RowErrors {
  if (created === undefined || !hasPassed(created)) return {}
  return { expired_at: [getTranslator('cellReasons')('passed')] }
}

function unknownCustomer({ customer_id: id }: Values, { isKnown }: RowContext): RowErrors {
  if (typeof id !== 'string' || isKnown(id)) return {}
  return { customer_id: [getTranslator('jobReasons')('no_such_payer')] }
}

function storedCard({ card_token_id: id }: Values, { cardReason }: RowContext): RowErrors {
  const reason = typeof id === 'string' ? cardReason(id) : null
  return reason === null ? {} : { card_token_id: [reason] }
}

/** The rows of a job are stored unencrypted, so a card's data is not kept (import-secrets.ts). */
function cardData({ payment_method: cell = '' }: Texts, values: Values): RowErrors {
  const { credit_card: card } = partOf(values, 'payment_method')
  const hasToken = isRecord(card) && card.token !== undefined
  return hasToken || cell.includes(dots)
    ? { payment_method: [getTranslator('cellReasons')('card_token')] }
    : {}
}
