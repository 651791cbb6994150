/**
 * Measures what the gateway client adds to a bare `fetch` (keep-alive, JSON parsed, nothing checked). Calls a local server
 * with both in turn, because the target excludes the network.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { productCreate } from '../../lib/gateway/products/product'
import { createAtGateway, readAtGateway } from '../../lib/gateway/client/endpoints'
import { openTestOffice, testSecret, type TestOffice } from '../../lib/testing/office'
import { inTurn, ms, quantile, table } from './kit/measure'

const rounds = 2_000
const warmUp = 300
/** Most that the client may add to the median, in milliseconds. */
const target = 2

let server: Worker
let office: TestOffice
let url: string

beforeAll(async () => {
  server = new Worker(new URL('servers/gateway-server.mjs', import.meta.url))
  const [port] = (await once(server, 'message')) as [number]
  url = `http://127.0.0.1:${port}`
  office = await openTestOffice('embedded', url)
  office.context.log.level = 'info' // The default in production.
})
afterAll(async () => {
  await office.dispose()
  await server.terminate()
})

const id = 'prd_0123456789abcdef'
const product = productCreate.parse({
  name: 'Paper, 100 sheets',
  description: 'Laid, cream',
  currency: 'EUR',
  amount: 1250,
  quantity: 3,
  immortal: true,
})

async function bare(path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`361:${testSecret}`).toString('base64')}`,
      accept: 'application/json',
      'content-type': 'application/json',
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return response.json()
}

it('adds little to a bare fetch', async () => {
  const samples = await inTurn(
    {
      'GET fetch': () => bare(`/products/${id}`),
      'GET client': () => readAtGateway(office.context, id),
      'POST fetch': () => bare('/products', { ...product, amount: '1250', quantity: '3' }),
      'POST client': () => createAtGateway(office.context, product),
    },
    { rounds, warmUp },
  )
  const rows = (['GET', 'POST'] as const).map((method) => {
    const [fetched, called] = [samples[`${method} fetch`], samples[`${method} client`]]
    const [before, after] = [quantile(fetched, 0.5), quantile(called, 0.5)]
    return {
      added: after - before,
      cells: [
        method,
        ...[before, after, after - before].map(ms),
        (after / before).toFixed(2),
        ...[fetched, called].map((sorted) => ms(quantile(sorted, 0.95))),
      ],
    }
  })
  const head = ['ms', 'fetch median', 'client median', 'added', 'ratio', 'fetch p95', 'client p95']
  console.log(`${rounds} calls of each kind, one at a time, Node ${process.versions.node}`)
  console.log(table([head, ...rows.map(({ cells }) => cells)]))
  const most = Math.max(...rows.map(({ added }) => added))
  console.log(
    `Added to the median: ${ms(most)} ms. Target: at most ${target} ms, ${most <= target ? 'met' : 'MISSED'}.`,
  )
  expect(most).toBeLessThanOrEqual(target)
})
