import 'server-only'
import { CalendarDate, fromDate, toCalendarDateTime } from '@internationalized/date'
import { flagOf } from '../../../../jobs/server/imports/cells'
import type { StatementMapping } from '../../../reconciliation/reconciliation'
import type { RowProblem, StatementType } from '../../../reconciliation/statement'
import { unitPattern } from '../../../reconciliation/statement-unit'

type Amount = { minor: number; isNegative: boolean } | { problem: RowProblem }

/** Characters. No longer cell is an amount or a time, and matching one could take minutes. */
const longest = 200

const invisible = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

const unit = String.raw`(?:${unitPattern.source})?`
const amountPattern = new RegExp(String.raw`^(\(?)${unit}([-+]?)${unit}([\d.,' ]+)${unit}(-?\)?)$`, 'u')

/**
 * Reads an amount in the way that the mapping says, and in no other: “1.234,50”, “-12.50”, “(12.50)”, “12.50 EUR”. A
 * space or an apostrophe between digits groups thousands. Never rounds. `exponent`: decimals of the currency; null if
 * it is unknown.
 */
export function readAmount(
  text: string,
  { amounts, decimal }: Pick<StatementMapping, 'amounts' | 'decimal'>,
  exponent: number | null,
): Amount {
  if (text.length > longest) return { problem: 'amount' }
  const plain = text
    .replace(invisible, '')
    .replace(/\p{Zs}+/gu, ' ')
    .replace(/’/g, "'")
    // Not between digits, so they do not group.
    .replace(/(?<![\d.,' ])[ ']|[ '](?![\d.,' ])/g, '')
    .replace(/[−–—]/g, '-')
  const [, open = '', sign = '', digits = '', after = ''] = amountPattern.exec(plain) ?? []
  if (digits === '' || (open === '(') !== after.endsWith(')')) return { problem: 'amount' }
  const isNegative = sign === '-' || open === '(' || after.startsWith('-')
  const group = decimal === '.' ? ',' : '\\.'
  const [, whole, fraction = ''] =
    new RegExp(
      `^(\\d{1,3}(?:(?:${group}\\d{3})+|(?: \\d{3})+|(?:'\\d{3})+)|\\d+)(?:\\${decimal}(\\d+))?$`,
    ).exec(digits) ?? []
  if (whole === undefined) return { problem: 'amount' }
  if (amounts === 'major' && exponent === null) return { problem: 'unknown_currency' }
  const places = amounts === 'major' ? (exponent ?? 0) : 0
  const decimals = fraction.replace(/0+$/, '')
  if (decimals.length > places) return { problem: 'decimals' }
  const minor = Number(whole.replace(/\D/g, '') + decimals.padEnd(places, '0'))
  return Number.isSafeInteger(minor) ? { minor, isNegative } : { problem: 'too_big' }
}

const timeOfDay = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]m)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?`
const dateTime = new RegExp(String.raw`^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})${timeOfDay}$`, 'i')

type Time = { at: Date; day: string }

/** Years of payments. Others are typing errors, or numbers that a spreadsheet made of a date. */
const years = { first: 1990, last: 2100 }

/**
 * Reads a date, with or without a time. For a date without a time, `at` is noon. A time without an offset is in the
 * mapping's zone; `day` always is.
 */
export function readTime(
  text: string,
  { dates, zone }: Pick<StatementMapping, 'dates' | 'zone'>,
): Time | null {
  const found = text.length > longest ? null : dateTime.exec(text.replace(invisible, '').trim())
  if (!found) return null
  const [, first = '', second = '', third = '', hours, minutes = '0', seconds = '0', half, offset] = found
  const order = first.length === 4 ? 'ymd' : dates
  const parts = [Number(first), Number(second), Number(third)] as const
  const [y, month, day] =
    order === 'ymd'
      ? parts
      : order === 'dmy'
        ? [parts[2], parts[1], parts[0]]
        : [parts[2], parts[0], parts[1]]
  const year = y < 100 ? 2000 + y : y
  if (year < years.first || year > years.last) return null
  const hour = hourOf(hours, half)
  if (hour === null) return null
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  const local = new CalendarDate(year, month, day)
  // The constructor changes dates that do not exist, such as 30 February.
  if (local.month !== month || local.day !== day) return null
  const time = Date.UTC(year, month - 1, day, hour, Number(minutes), Number(seconds))
  if (offset === undefined) return { at: new Date(time - zoneOffset(zone, time, 'local')), day: dayOf(time) }
  const at = time - offsetMs(offset)
  return { at: new Date(at), day: dayOf(at + zoneOffset(zone, at, 'utc')) }
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Offsets in ms, by zone and quarter of an hour: no zone changes within one. Looking one up takes 0.1 ms. */
const offsets = new Map<string, number>()
const maxOffsets = 50_000
const quarterMs = 15 * 60_000

/** Returns the zone's offset at a time, which is in UTC or in the zone itself, in ms. */
function zoneOffset(zone: string, time: number, of: 'utc' | 'local'): number {
  const quarter = Math.floor(time / quarterMs) * quarterMs
  const key = `${zone} ${of} ${quarter}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const begin = fromDate(new Date(quarter), of === 'utc' ? zone : 'UTC')
  const offset = of === 'utc' ? begin.offset : quarter - toCalendarDateTime(begin).toDate(zone).valueOf()
  if (offsets.size >= maxOffsets) offsets.clear()
  offsets.set(key, offset)
  return offset
}

function hourOf(hours: string | undefined, half: string | undefined): number | null {
  if (hours === undefined) return 12
  const hour = Number(hours)
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
}

function offsetMs(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

const words = (text: string) => new Set(text.split(/\s+/))
const succeeded = words(
  'successful success succeeded completed complete paid approved settled captured ok processed erfolgreich bezahlt',
)
const failed = words(
  'failed failure declined rejected error expired cancelled canceled fehlgeschlagen abgelehnt',
)

/** Null if the word is not known. A refund can be “refunded”; of a payment that does not say how much of it is left. */
export function statusOfWord(word: string, type: StatementType | null): 'successful' | 'failed' | null {
  const lower = word.trim().toLowerCase()
  if (succeeded.has(lower) || (lower === 'refunded' && type === 'refund')) return 'successful'
  return failed.has(lower) ? 'failed' : null
}

export function testOfWord(word: string): boolean | null {
  const lower = word.trim().toLowerCase()
  if (lower === 'test') return true
  if (lower === 'live') return false
  const flag = flagOf(lower)
  return typeof flag === 'boolean' ? flag : null
}
