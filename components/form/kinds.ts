/** The kinds of values in a request. A form reads each from JSON and writes it back. */
import { countryCodes } from '@/lib/gateway/values/countries'
import { currencyCodes } from '@/lib/gateway/values/currencies'
import type { FieldKind } from '@/lib/gateway/field-kind'
import { isRecord } from '@/lib/core/is-record'

/** The field's value, or null when the field cannot hold what was given. */
type Read = { value: unknown } | null

const isText = (given: unknown): given is string => typeof given === 'string'
const textWhere = (given: unknown, test: (text: string) => boolean): Read =>
  isText(given) && (given === '' || test(given)) ? { value: given } : null

/** Whether this is a payment method type, or one type with its parameters (docs/gateway.md#payment-method). */
export const isMethod = (given: unknown): boolean =>
  isText(given)
    ? given.trim() !== ''
    : isRecord(given) && Object.keys(given).length === 1 && isRecord(Object.values(given)[0])

const listWhere = (given: unknown, test: (entry: unknown) => boolean): Read =>
  Array.isArray(given) && given.every(test) ? { value: given } : null

const clock = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/

/** Converts a request value to a field value. Never guesses: “12” is not an amount. */
export function readValue(kind: FieldKind, given: unknown): Read {
  switch (kind.kind) {
    case 'text':
    case 'token':
      return textWhere(given, () => true)
    case 'amount':
      return Number.isSafeInteger(given) && Number(given) >= 0 ? { value: given } : null
    case 'number':
      return Number.isSafeInteger(given) ? { value: String(given) } : null
    case 'flag':
      return typeof given === 'boolean' ? { value: given } : null
    case 'choice':
      return textWhere(given, (text) => kind.of.includes(text))
    case 'choices':
      return listWhere(given, (entry) => isText(entry) && kind.of.includes(entry))
    case 'lines':
      return listWhere(given, (entry) => isText(entry) && !entry.includes('\n'))
    case 'texts':
      return listWhere(given, (entry) => isText(entry) && entry.trim() !== '')
    case 'methods':
      return listWhere(given, isMethod)
    case 'json':
      return isRecord(given) ? { value: JSON.stringify(given, null, 2) } : null
    case 'language':
      return textWhere(given, (text) => /^[a-z]{2}$/.test(text))
    case 'currency':
      return textWhere(given, (text) => currencyCodes.includes(text))
    case 'country':
      return textWhere(given, (text) => countryCodes.includes(text))
    case 'moment':
      return textWhere(given, (text) => !Number.isNaN(Date.parse(text)))
    case 'date':
      return textWhere(given, (text) => /^\d{4}-\d{2}-\d{2}$/.test(text))
    case 'localMoment':
      return textWhere(given, (text) => clock.test(text))
    case 'rows':
      return null // read-request.ts reads rows one by one.
  }
}

/**
 * Converts a field value to a request value; undefined sends nothing. Passes invalid input on unchanged, for the schema
 * to reject.
 */
export function writeValue(kind: FieldKind, held: unknown): unknown {
  if (Array.isArray(held)) {
    const list = kind.kind === 'lines' ? untilLast(held, (line) => line !== '') : held
    return kind.kind === 'rows' ? writeRows(kind.fields, held) : list.length > 0 ? list : undefined
  }
  if (typeof held !== 'string') return held ?? undefined
  const text = held.trim()
  if (text === '') return undefined
  switch (kind.kind) {
    case 'number':
      return /^\d+$/.test(text) ? Number(text) : text
    case 'json':
      return parsedOr(text)
    case 'localMoment':
      return /T\d{2}:\d{2}$/.test(text) ? `${text}:00` : text
    default:
      return text
  }
}

/** Keeps the positions of the rows, so that errors match their row; drops empty rows at the end. */
function writeRows(fields: Readonly<Record<string, FieldKind>>, rows: readonly unknown[]): unknown {
  const written = rows.map((row) =>
    Object.fromEntries(
      Object.entries(fields)
        .map(([name, kind]) => [name, isRecord(row) ? writeValue(kind, row[name]) : undefined] as const)
        .filter(([, value]) => value !== undefined),
    ),
  )
  const filled = untilLast(written, (row) => Object.keys(row).length > 0)
  return filled.length > 0 ? filled : undefined
}

/** Drops the entries after the last one that is filled. */
function untilLast<Entry>(list: readonly Entry[], isFilled: (entry: Entry) => boolean): Entry[] {
  return list.slice(0, list.findLastIndex(isFilled) + 1)
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text // Not JSON; the schema reports it.
  }
}

/** Returns the value of an empty field. */
export function emptyOf({ kind }: FieldKind): unknown {
  if (kind === 'amount' || kind === 'flag' || kind === 'moment') return undefined
  return ['choices', 'lines', 'texts', 'methods', 'rows'].includes(kind) ? [] : ''
}
