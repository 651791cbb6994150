/** How calls behave while a gateway fails: repeats, requests to wait, the circuit breaker. */
import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { GatewayError } from '../../core/server/errors'
import { listen, openTestOffice, type TestOffice } from '../../testing/office'
import { callGateway } from './call'
import { clock } from './breaker'
import { gatewayHealthOf } from './health'
import { streamList } from './stream-list'
import { forgetGates, setClock } from './testing'

let office: TestOffice
let gateway: Awaited<ReturnType<typeof listen>>
let other: Awaited<ReturnType<typeof listen>>
/** One answer per request. The last one also serves all later requests. */
let answers: RequestListener[] = []
let received = 0
let time: ReturnType<typeof setClock>

beforeAll(async () => {
  gateway = await listen((request, response) => {
    const answer = answers[Math.min(received, answers.length - 1)]
    received += 1
    request.resume()
    answer?.(request, response)
  })
  other = await listen((_request, response) => void response.end('{"id":"elsewhere"}'))
  office = await openTestOffice('embedded', gateway.url)
})
afterAll(async () => {
  await office.dispose()
  await gateway.close()
  await other.close()
})
beforeEach(() => {
  forgetGates()
  time = setClock()
  gatewayAnswers(ok)
})

const gatewayAnswers = (...given: RequestListener[]) => {
  answers = given
  received = 0
}
const send =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(status === 200 ? '{"id":"x"}' : '')
const ok = send(200)
const cut: RequestListener = (_request, response) => void response.socket?.destroy()

const reply = z.object({ id: z.string() })
const call = async (method: 'GET' | 'POST' | 'PUT' = 'GET', url = gateway.url, context = office.context) => {
  const body = method === 'GET' ? undefined : {}
  try {
    return await callGateway(context, { method, url: `${url}/products`, body, reply })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { code, mayHaveHappened, retryAfterSeconds } = error
    return { code, mayHaveHappened, retryAfterSeconds }
  }
}
/** Fails until calls are refused. */
const die = async () => {
  gatewayAnswers(cut)
  for (let n = 0; n < 4; n++) await call('POST')
  await call()
}
const unavailable = { code: 'gateway_unavailable', mayHaveHappened: false, retryAfterSeconds: undefined }

describe('a read', () => {
  it.each<[string, RequestListener[]]>([
    ['502', [send(502), ok]],
    ['503, then a cut connection', [send(503), cut, ok]],
    ['504, twice', [send(504), send(504), ok]],
  ])('is repeated after %s', async (_name, given) => {
    gatewayAnswers(...given)
    expect(await call()).toEqual({ id: 'x' })
    expect(received).toBe(given.length)
  })

  it('is repeated twice at most, after growing random pauses', async () => {
    gatewayAnswers(cut)
    expect(await call()).toEqual(unavailable)
    expect(received).toBe(3)
    expect(time.slept).toEqual([100, 200])
  })

  it('is not repeated if the time would not suffice', async () => {
    gatewayAnswers(cut)
    const url = `${gateway.url}/products`
    await expect(
      callGateway(office.context, { method: 'GET', url, reply, timeoutMs: 400 }),
    ).rejects.toMatchObject({ code: 'gateway_unavailable' })
    expect(received).toBe(2)
  })

  it('waits where the gateway says when to come back, and that is soon', async () => {
    gatewayAnswers(send(429, { 'retry-after': '2' }), send(503, { 'retry-after': '1' }), ok)
    expect(await call()).toEqual({ id: 'x' })
    expect(time.slept).toEqual([2125, 1125])
  })

  it('waits if another call was told to retry later', async () => {
    gatewayAnswers(cut, send(429, { 'retry-after': '60' }), ok)
    const reading = callGateway(office.context, { method: 'GET', url: `${gateway.url}/products`, reply })
    vi.mocked(clock.sleep).mockImplementationOnce(async () => void (await call('POST')))
    await expect(reading).rejects.toMatchObject({ code: 'gateway_rate_limited', retryAfterSeconds: 60 })
    expect(received).toBe(2)
  })

  it('does not wait for longer', async () => {
    gatewayAnswers(send(429, { 'retry-after': '3' }), ok)
    expect(await call()).toMatchObject({ code: 'gateway_rate_limited', retryAfterSeconds: 3 })
    expect(received).toBe(1)
  })
})

it.each(['POST', 'PUT'] as const)('%s is never repeated', async (method) => {
  for (const answer of [cut, send(500), send(502), send(503, { 'retry-after': '1' })]) {
    gatewayAnswers(answer, ok)
    expect(await call(method)).toMatchObject({ code: 'gateway_unavailable', mayHaveHappened: true })
    expect(received).toBe(1)
    forgetGates()
  }
  gatewayAnswers(send(429, { 'retry-after': '1' }), ok)
  expect(await call(method)).toMatchObject({ code: 'gateway_rate_limited', mayHaveHappened: false })
  expect(received).toBe(1)
})

describe('a gateway that asks to slow down', () => {
  it('is not called by this shop until then, for reads and writes', async () => {
    gatewayAnswers(send(429, { 'retry-after': '30' }), ok)
    await call()
    time.advance(10_500)
    for (const method of ['GET', 'POST', 'PUT'] as const)
      expect(await call(method)).toEqual({
        code: 'gateway_rate_limited',
        mayHaveHappened: false,
        retryAfterSeconds: 20,
      })
    expect(received).toBe(1)
    expect(gatewayHealthOf(office.context.shop)).toMatchObject({
      state: 'ok',
      failure: 'gateway_rate_limited',
    })
    time.advance(19_500)
    expect(await call('POST')).toEqual({ id: 'x' })
  })

  it('hears from other shops, and the shop calls other hosts', async () => {
    gatewayAnswers(send(429, { 'retry-after': '30' }), ok)
    await call()
    const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
    expect(await call('GET', gateway.url, { ...office.context, shop })).toEqual({ id: 'x' })
    expect(await call('GET', other.url)).toEqual({ id: 'elsewhere' })
  })
})

describe('a gateway that does not answer', () => {
  it('is not called after five failures in a row', async () => {
    await die()
    for (const method of ['GET', 'POST', 'PUT'] as const)
      expect(await call(method)).toEqual({ ...unavailable, retryAfterSeconds: 2 })
    expect(received).toBe(7) // The read was repeated twice and counts as one failure.
  })

  it('is not called after two time-outs, which are not repeated', async () => {
    gatewayAnswers(() => {})
    const url = `${gateway.url}/products`
    for (const timeoutMs of [50, 50])
      await expect(
        callGateway(office.context, { method: 'GET', url, reply, timeoutMs }),
      ).rejects.toMatchObject({ code: 'gateway_timeout' })
    expect(await call()).toMatchObject({ code: 'gateway_unavailable', retryAfterSeconds: 2 })
    expect(received).toBe(2)
  })

  it('is probed by one call after a while, and called again after an answer', async () => {
    await die()
    time.advance(1500)
    expect(await call()).toEqual(unavailable)
    expect(received).toBe(8)
    expect(await call()).toEqual({ ...unavailable, retryAfterSeconds: 3 })

    time.advance(3000)
    let finish = () => {}
    const begun = new Promise<void>((resolve) => {
      gatewayAnswers((_request, response) => {
        finish = () => void response.end('{"id":"probe"}')
        resolve()
      }, ok)
    })
    const probe = call()
    await begun
    expect(await call()).toMatchObject({ code: 'gateway_unavailable', retryAfterSeconds: 1 })
    expect(received).toBe(1)
    finish()
    expect(await probe).toEqual({ id: 'probe' })
    expect(await call()).toEqual({ id: 'x' })
  })

  it.each([302, 401, 404, 422, 429])('is not one that answers %i', async (status) => {
    gatewayAnswers(cut, cut, cut, cut, send(status, { 'retry-after': '60' }), cut, cut, cut, cut, ok)
    for (let n = 0; n < 5; n++) await call('POST')
    time.advance(60_000)
    for (let n = 0; n < 4; n++) await call('POST')
    expect(await call()).toEqual({ id: 'x' })
    expect(received).toBe(10)
  })

  it('is called for other shops, and other hosts for the shop; its health shows the pause', async () => {
    await die()
    const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
    await call('GET', gateway.url, { ...office.context, shop })
    expect(received).toBe(10)
    expect(await call('GET', other.url)).toEqual({ id: 'elsewhere' })
    const down = { state: 'down', failure: 'gateway_unavailable', latency_ms: null }
    expect(gatewayHealthOf(office.context.shop)).toMatchObject(down)
    // The pause is over, but the gateway has not answered yet.
    time.advance(1500)
    expect(gatewayHealthOf(office.context.shop)).toMatchObject(down)
    gatewayAnswers(ok)
    await call()
    expect(gatewayHealthOf(office.context.shop)).toMatchObject({ state: 'ok', failure: null })
  })

  it('is unreachable in its health only while calls are refused', async () => {
    const states: string[] = []
    gatewayAnswers(cut)
    for (let n = 0; n < 5; n++) {
      await call('POST')
      states.push(gatewayHealthOf(office.context.shop).state)
    }
    expect(states).toEqual(['unanswered', 'unanswered', 'unanswered', 'unanswered', 'down'])
  })

  it('does not stay cut off after an unreadable probe', async () => {
    await die()
    time.advance(1500)
    gatewayAnswers(ok)
    const broken = reply.transform(() => {
      throw new TypeError('a mistake of ours')
    })
    const url = `${gateway.url}/products`
    await expect(callGateway(office.context, { method: 'GET', url, reply: broken })).rejects.toThrow(
      TypeError,
    )
    expect(await call()).toEqual({ id: 'x' })
  })
})

describe('a list', () => {
  it('that our side cannot ask for says why, and is no outage of the gateway', async () => {
    const archived = { ...office.context, shop: { ...office.context.shop, archivedAt: new Date() } }
    for (let count = 0; count < 6; count++)
      await expect(streamList(archived, `${gateway.url}/products`).next()).rejects.toMatchObject({
        code: 'shop_archived',
      })
    expect(received).toBe(0)
    expect(await call()).toEqual({ id: 'x' })
  })

  it('that begins after an outage lets other calls go while it is read', async () => {
    await die()
    time.advance(1500)
    const product = (id: number) => JSON.stringify({ id: `prd_${id}` })
    let finish = () => {}
    gatewayAnswers((_request, response) => {
      response.write(`[${Array.from({ length: 300 }, (_, id) => product(id)).join()},`)
      finish = () => response.end(`${product(300)}]`)
    }, ok)
    const list = streamList(office.context, `${gateway.url}/products`)
    expect((await list.next()).value).toHaveLength(250)
    expect(await call()).toEqual({ id: 'x' })
    finish()
    expect((await list.next()).value).toHaveLength(51)
  })
})
