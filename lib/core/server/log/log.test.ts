import { Writable } from 'node:stream'
import pino from 'pino'
import { sql } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { AppError, GatewayError } from '../errors'
import { correlatedLog, describeError, log, openLog, countLine, logCounts } from './log'
import { loggedPath } from './logged-path'

function written(err: unknown): string {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  pino({ serializers: { err: (error: unknown) => describeError(error) } }, stream).error({ err }, 'failed')
  return text
}

it('logs a failed statement without its parameters, at any depth', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(s3cret@x) exists',
  })
  const query = new DrizzleQueryError('insert into users values ($1)', ['s3cret'], cause)
  for (const error of [
    query,
    new Error('outer', { cause: query }),
    new AppError('internal', { cause: query }),
  ]) {
    expect(written(error)).not.toContain('s3cret')
    expect(written(error)).toContain('insert into users values ($1)')
    expect(written(error)).toContain('23505')
  }
})

onEachEngine('a value that the database does not take', (kind) => {
  const office = testOffice(kind)

  it.each(['uuid', 'integer', 'timestamptz', 'jsonb', 'text[]', 'inet'])(
    'is not logged: %s',
    async (type) => {
      const secret = 's3cret "of" maria@reader.example'
      const query = sql`SELECT ${secret}::text::${sql.raw(type)}`
      const error: unknown = await office.engine.db.execute(query).catch((failure: unknown) => failure)
      expect(error).toBeInstanceOf(DrizzleQueryError)
      expect(written(error)).toMatch(/"code":"22\w{3}"/)
      expect(written(error)).toContain('log.test')
      expect(written(error)).not.toMatch(/s3cret|maria/)
    },
  )
})

it.each(['s3cret', '{"card": s3cret}', '{"a": "0123456789012345678901234567890123456789", s3cret: 4242}'])(
  'does not log the text that is no JSON: %s',
  (text) => {
    let error: unknown
    try {
      JSON.parse(text)
    } catch (thrown) {
      error = thrown
    }
    expect(written(error)).toContain('SyntaxError')
    expect(written(error)).not.toMatch(/s3cret|s3cr|card|0123/)
  },
)

it.each([
  ['/api/hooks/k3y/notification', '/api/hooks/…/notification'],
  ['/invitations/t0ken', '/invitations/…'],
  ['/sandbox/ctp/api/checkouts/t0ken', '/sandbox/ctp/api/checkouts/…'],
  ['/sandbox/v2/checkout/t0ken', '/sandbox/v2/checkout/…'],
  ['/sandbox/ctp/api/checkouts', '/sandbox/ctp/api/checkouts'],
  ['/api/shops/s/checkouts/0199', '/api/shops/s/checkouts/0199'],
  ['/office/api/hooks/k3y/notification', '/office/api/hooks/…/notification'],
  ['//API/./hooks//k3y', '//API/./hooks//…'],
  ['/api/x/../hooks/k3y', '/api/x/../hooks/…'],
  ['/de/invitations/t0ken/', '/de/invitations/…/'],
  ['/pay/sandbox/v2/checkout/t0ken/payments', '/pay/sandbox/v2/checkout/…/payments'],
  ['/api%2Fhooks%2Fk3y', '/api/hooks/…'],
  ['/api%252Fhooks%252Fk3y', '/api/hooks/…'],
  ['/%FF/api%2Fhooks%2Fk3y', '/%FF/api/hooks/…'],
  ['/api/hooks/k3y?next=/api/hooks/k3y', '/api/hooks/…?…'],
  ['/customers/maria%40reader.example', '/customers/m•••@reader.example'],
  ['/api/shops/s/customers/x%2540reader.example/notes', '/api/shops/s/customers/x•••@reader.example/notes'],
  [
    '/sandbox/v2/transactions/tracking_id/order;+49%20171%202345678',
    '/sandbox/v2/transactions/tracking_id/order;•••78',
  ],
  ['/payments/4111%201111%201111%201111', '/payments/••••1111'],
  [`/customers?q=maria@reader.example`, '/customers?…'],
  [`/${'a'.repeat(190)}/maria@reader.example`, `/${'a'.repeat(190)}/m•••@rea`],
])('logs the path %s as %s', (path, expected) => expect(loggedPath(path)).toBe(expected))

it('logs only the code and kind of our own errors', () => {
  const error = new GatewayError('gateway_rejected', { detail: 's3cret', errors: { name: ['s3cret'] } })
  expect(written(error)).not.toContain('s3cret')
  expect(written(error)).toContain('gateway_rejected')
})

it('logs only the type of a thrown value that is no Error', () => {
  expect(written('s3cret')).not.toContain('s3cret')
  expect(written({ password: 's3cret' })).not.toContain('s3cret')
  expect(describeError(undefined)).toEqual({ type: 'undefined' })
})

it('copes with an error that is its own cause', () => {
  const error = new Error('round')
  error.cause = error
  expect(written(error)).toContain('round')
})

it('writes one line of JSON for each event, in UTC, whatever it contains', () => {
  const lines: string[] = []
  openLog('info', { write: (line) => void lines.push(line) })
  const forged = 'a\r\n{"level":30,"event":"sign_in.succeeded"}'
  log().info({ event: 'sign_in.failed', account: forged }, forged)
  expect(lines.map((line) => line.match(/\n/g)?.length)).toEqual([1])
  expect(JSON.parse(lines[0]!)).toMatchObject({
    event: 'sign_in.failed',
    account: forged,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
  })
})

it('gives all work without a request its own correlation ID', () => {
  const ids = [correlatedLog(), correlatedLog()].map((one) => one.bindings().correlation_id as unknown)
  expect(ids).toEqual([expect.any(String), expect.any(String)])
  expect(ids[0]).not.toBe(ids[1])
})

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
