import { expect, it } from 'vitest'
import { openLog } from './log'
import { countLine, logCounts } from './log-counts'

it('counts warnings and errors, those of the last hour apart', () => {
  const [start, hour] = [logCounts().sinceStart, 3_600_000]
  const now = Date.now() + 10 * hour
  countLine(30, now)
  countLine(40, now)
  countLine(50, now)
  countLine(60, now)
  expect(logCounts(now).lastHour).toEqual({ warnings: 1, errors: 2 })
  expect(logCounts(now + hour).lastHour).toEqual({ warnings: 0, errors: 0 })
  expect(logCounts(now).sinceStart).toEqual({ warnings: start.warnings + 1, errors: start.errors + 2 })
})

it('counts what is logged, whatever is written', () => {
  const logger = openLog('silent').child({})
  const before = logCounts().sinceStart
  logger.level = 'error'
  logger.info('nothing')
  logger.error('something')
  expect(logCounts().sinceStart.errors).toBe(before.errors + 1)
})
