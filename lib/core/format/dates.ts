/**
 * Dates as the interface shows them: "27 Nov 2026, 18:00 +01:00". Built from parts, because Node's and the browser's
 * Intl differ in spaces and commas, which React reports as a mismatch.
 */
type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>
type Zoned = { at: Date; timeZone: string }

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(key: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const id = `${key} ${locale} ${options.timeZone}`
  const known = formatters.get(id)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, options)
  formatters.set(id, made)
  return made
}

function partsOf({ at, timeZone }: Zoned): Parts {
  const numbers = formatter('numbers', 'en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at)
  const found = Object.fromEntries(numbers.map((part) => [part.type, part.value]))
  return {
    year: found.year ?? '',
    month: found.month ?? '',
    day: found.day ?? '',
    hour: found.hour ?? '',
    minute: found.minute ?? '',
    second: found.second ?? '',
  }
}

/**
 * `2 Nov 2026`, in the order and with the signs of the language. English dates have the day before the month and
 * three-letter months, because its dialects differ.
 */
export const formatDate = (at: Date, timeZone: string, locale: string): string =>
  dateText({ at, timeZone }, locale, true)

/** `2 Nov`, or `2 Nov 2025` in another year than `now`. */
export function formatDay(at: Date, now: Date, timeZone: string, locale: string): string {
  const isOtherYear = partsOf({ at, timeZone }).year !== partsOf({ at: now, timeZone }).year
  return dateText({ at, timeZone }, locale, isOtherYear)
}

function dateText({ at, timeZone }: Zoned, locale: string, hasYear: boolean): string {
  if (locale === 'en') {
    const { day, year } = partsOf({ at, timeZone })
    const month = formatter('month', locale, { timeZone, month: 'short' }).format(at)
    return hasYear ? `${day} ${month} ${year}` : `${day} ${month}`
  }
  const options = {
    timeZone,
    day: 'numeric',
    month: 'short',
    ...(hasYear && { year: 'numeric' as const }),
  } as const
  return formatter(hasYear ? 'date' : 'day', locale, options)
    .format(at)
    .replaceAll(/\s/g, ' ')
}

/** `14:02`, or `14:02:11` with seconds */
export function formatTime(at: Date, timeZone: string, { hasSeconds = false } = {}): string {
  const parts = partsOf({ at, timeZone })
  return `${parts.hour}:${parts.minute}${hasSeconds ? `:${parts.second}` : ''}`
}

/** How far clocks are set back when summer time ends, in minutes. */
const setBack = [30, 60]

/** `02:30`; with the offset where the clock shows that time twice: `02:30 +01:00` */
export function formatDistinctTime(at: Date, timeZone: string): string {
  const time = formatTime(at, timeZone)
  const isTwice = setBack
    .flatMap((minutes) => [minutes, -minutes])
    .some((minutes) => formatTime(new Date(at.valueOf() + minutes * 60_000), timeZone) === time)
  return isTwice ? `${time} ${formatOffset(at, timeZone)}` : time
}

/** `2 Nov 2026, 09:12`; with the offset where the clock shows that time twice */
export function formatDistinctDateTime(at: Date, timeZone: string, locale: string): string {
  return `${formatDate(at, timeZone, locale)}, ${formatDistinctTime(at, timeZone)}`
}

/** `2 Nov 2026, 09:12` */
export function formatDateTime(at: Date, timeZone: string, locale: string): string {
  return `${formatDate(at, timeZone, locale)}, ${formatTime(at, timeZone)}`
}

/** `2 Nov 2026, 09:12:40 +01:00` */
export function formatExact(at: Date, timeZone: string, locale: string): string {
  const time = formatTime(at, timeZone, { hasSeconds: true })
  return `${formatDate(at, timeZone, locale)}, ${time} ${formatOffset(at, timeZone)}`
}

/** Returns the zone's offset at that moment: `+01:00`; `+00:00` for UTC. */
export function formatOffset(at: Date, timeZone: string): string {
  const parts = formatter('offset', 'en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  return name === 'GMT' ? '+00:00' : name.slice(3)
}

/** Returns the calendar days from `from` to `to` in the zone: yesterday is -1, however few hours ago. */
export function calendarDays(from: Date, to: Date, timeZone: string): number {
  return Math.round((midnight(to, timeZone) - midnight(from, timeZone)) / 86_400_000)
}

/** The zone's calendar day, YYYY-MM-DD. */
export const dayIn = (at: Date, timeZone: string): string =>
  new Date(midnight(at, timeZone)).toISOString().slice(0, 10)

/** Whether a moment is on an earlier calendar day of the zone than `day`, such as 2026-11-27. */
export const isBeforeDay = (at: Date, day: string, timeZone: string): boolean =>
  midnight(at, timeZone) < Date.parse(day)

function midnight(at: Date, timeZone: string): number {
  const numbers = formatter('ymd', 'en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
  const found = Object.fromEntries(numbers.formatToParts(at).map((part) => [part.type, Number(part.value)]))
  return Date.UTC(found.year ?? 0, (found.month ?? 1) - 1, found.day ?? 1)
}

let zone: string | undefined

/** Returns the zone of this browser or server. Cached, because Intl is slow and every time in a list needs it. */
export const localTimeZone = (): string =>
  (zone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')

/** Whether a text names an IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
