import 'server-only'
import { randomUUID } from 'node:crypto'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import pino from 'pino'
import { correlationId } from '../../../db/tracing'
import { singleton } from '../../../db/singleton'
import { config } from '../config/config'

const shared = singleton<pino.Logger>('log')

/** The application's log: JSON lines on standard output. Contains no secrets, bodies or card numbers. */
export function log(): pino.Logger {
  const existing = shared.peek()
  if (existing) return existing
  return openLog(config.peek()?.logLevel ?? 'info')
}

/** A log for work without a request. All its lines have the ID of the request that queued it; without one, a new ID. */
export const correlatedLog = (): pino.Logger =>
  log().child({ correlation_id: correlationId() ?? randomUUID() })

/** Creates the log. Tests pass another destination. */
export function openLog(level: string, destination?: pino.DestinationStream): pino.Logger {
  const settings: pino.LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      logMethod(line, write, lineLevel) {
        countLine(lineLevel)
        write.apply(this, line)
      },
    },
    serializers: { err: (error: unknown) => describeError(error) },
  }
  const logger = destination ? pino(settings, destination) : pino(settings)
  shared.set(logger)
  return logger
}

/**
 * Returns what may be logged about an error. Drizzle puts a statement's parameters into its message, and pg a row's
 * values into `detail`: both are left out, and messages that quote what was given.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const cause = error.cause === undefined || depth > 8 ? undefined : describeError(error.cause, depth + 1)
  const code = 'code' in error ? error.code : undefined
  if (error instanceof DrizzleQueryError) return { type: 'DrizzleQueryError', statement: error.query, cause }
  if (quotesInput(error, code)) return { type: error.name, code, stack: linesOf(error), cause }
  return { type: error.name, message: error.message, code, stack: error.stack, cause }
}

/** The frames of a stack, without the message that it begins with. */
const linesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

/** JSON.parse quotes the text, and the database the value that a type does not take (SQLSTATE class 22). */
const quotesInput = (error: Error, code: unknown): boolean =>
  error instanceof SyntaxError || (typeof code === 'string' && /^22\w{3}$/.test(code))

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
