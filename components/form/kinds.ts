/** How a form holds each kind of value that a request may have: read from JSON, and written into it. */
import { countryCodes } from '@/lib/gateway/countries'
import { currencyCodes } from '@/lib/gateway/currencies'

export type Kind =
  | { kind: 'text' | 'amount' | 'number' | 'flag' | 'lines' | 'texts' | 'methods' | 'json' | 'language' }
  | { kind: 'currency' | 'country' | 'moment' | 'date' | 'localMoment' | 'token' }
  | { kind: 'choice' | 'choices'; of: readonly string[] }
  | { kind: 'rows'; fields: Readonly<Record<string, Kind>> }

/** A value that a field of the form can hold, or nothing where it can hold no such value. */
type Read = { value: unknown } | null

const isText = (given: unknown): given is string => typeof given === 'string'
const textWhere = (given: unknown, test: (text: string) => boolean): Read =>
  isText(given) && (given === '' || test(given)) ? { value: given } : null

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A type of payment method, or one type with its parameters (docs/gateway.md#payment-method). */
export const isMethod = (given: unknown): boolean =>
  isText(given)
    ? given.trim() !== ''
    : isRecord(given) && Object.keys(given).length === 1 && isRecord(Object.values(given)[0])

const listWhere = (given: unknown, test: (entry: unknown) => boolean): Read =>
  Array.isArray(given) && given.every(test) ? { value: given } : null

const clock = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/

/** What the form holds for a value of the request. Nothing is guessed: “12” is no amount. */
export function readValue(kind: Kind, given: unknown): Read {
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
      return null // Read row by row (read-request.ts).
  }
}

/** What is sent for what a field holds; undefined: nothing is. What is no proper value goes as it is, to be refused. */
export function writeValue(kind: Kind, held: unknown): unknown {
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

/** Rows keep their places, so that a complaint finds its row; those at the end that hold nothing are left out. */
function writeRows(fields: Readonly<Record<string, Kind>>, rows: readonly unknown[]): unknown {
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

function untilLast<Entry>(list: readonly Entry[], isFilled: (entry: Entry) => boolean): Entry[] {
  return list.slice(0, list.findLastIndex(isFilled) + 1)
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text // No JSON, which the schema says.
  }
}

/** What a field holds where nothing is set. */
export function emptyOf({ kind }: Kind): unknown {
  if (kind === 'amount' || kind === 'flag' || kind === 'moment') return undefined
  return ['choices', 'lines', 'texts', 'methods', 'rows'].includes(kind) ? [] : ''
}
