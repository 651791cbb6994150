import 'server-only'
import { singleton } from '../../../db/singleton'

type Counts = { warnings: number; errors: number }
/** `minutes`: by number of the minute since 1970, those of the last hour. */
type Kept = { sinceStart: Counts; minutes: Map<number, Counts> }

const kept = singleton<Kept>('log-counts')
const none = (): Counts => ({ warnings: 0, errors: 0 })
const [minuteMs, minutes] = [60_000, 60]

function all(): Kept {
  const known = kept.peek()
  if (known) return known
  const made = { sinceStart: none(), minutes: new Map<number, Counts>() }
  kept.set(made)
  return made
}

/** Counts a line of the log by its level, as pino numbers it. */
export function countLine(level: number, now: number = Date.now()): void {
  if (level < 40) return
  const { sinceStart, minutes: byMinute } = all()
  const minute = Math.floor(now / minuteMs)
  const current = byMinute.get(minute) ?? none()
  byMinute.set(minute, current)
  for (const old of byMinute.keys()) if (old <= minute - minutes) byMinute.delete(old)
  for (const counts of [sinceStart, current]) counts[level >= 50 ? 'errors' : 'warnings'] += 1
}

/** How many warnings and errors this process logged. */
export function logCounts(now: number = Date.now()): { lastHour: Counts; sinceStart: Counts } {
  const { sinceStart, minutes: byMinute } = all()
  const lastHour = none()
  for (const [minute, { warnings, errors }] of byMinute) {
    if (minute <= Math.floor(now / minuteMs) - minutes) continue
    lastHour.warnings += warnings
    lastHour.errors += errors
  }
  return { lastHour, sinceStart: { ...sinceStart } }
}
