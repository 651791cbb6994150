import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { traced, tracer, correlated } from '../db/tracing'
import { eventually } from '../testing/eventually'
import { startTracing } from './tracing'

const received: string[] = []
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', (piece) => (body += String(piece)))
  request.on('end', () => {
    received.push(`${request.url}\n${body}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`)
  vi.stubEnv('OTEL_SERVICE_NAME', 'office of tests')
})
afterAll(() => {
  vi.unstubAllEnvs()
  collector.close()
})

it('writes nothing where it was not started', async () => {
  expect(tracer.peek()).toBeUndefined()
  expect(await traced('request', {}, async (note) => (note({ status: 200 }), 'done'))).toBe('done')
})

it('sends spans, those within others as their children, with the ID of the request and no messages', async () => {
  const end = await startTracing()
  const work = () =>
    traced('GET', { 'url.path': '/api/shops' }, async (note) => {
      await traced('gateway GET', {}, async () => Promise.reject(new TypeError('a secret'))).catch(() => {})
      note({ status: 200 })
    })
  await correlated('of-the-request', work)
  await end()
  await eventually(() => expect(received.length).toBeGreaterThan(0))
  const one = received[0] ?? ''
  expect(one).toMatch(/^\/v1\/traces\n/)
  type Sent = { name: string; spanId: string; parentSpanId?: string; attributes: { key: string }[] }
  const sent = JSON.parse(one.slice(one.indexOf('\n'))) as {
    resourceSpans: { scopeSpans: { spans: Sent[] }[] }[]
  }
  const spans = sent.resourceSpans[0]?.scopeSpans[0]?.spans ?? []
  const [inner, outer] = ['gateway GET', 'GET'].map((name) => spans.find((span) => span.name === name))
  expect(inner?.parentSpanId).toBe(outer?.spanId)
  expect(outer?.attributes.map(({ key }) => key)).toEqual(['url.path', 'correlation_id', 'status'])
  expect([one.includes('office of tests'), one.includes('a secret')]).toEqual([true, false])
})
