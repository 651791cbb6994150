import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bodyDeadlines } from './body-deadlines.mjs'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

type Refuse = Parameters<ReturnType<typeof bodyDeadlines>['add']>[2]

/** Sends `sent` and lets `seconds` pass. Returns what was answered, and whether the connection is still open. */
async function ask(sent: string, answer: RequestListener, seconds: number) {
  const deadlines = bodyDeadlines()
  const refuse = vi.fn<Refuse>(() => ({ status: 408, headers: {}, body: 'late' }))
  const server = createServer((request, response) => {
    deadlines.add(request, response, refuse)
    answer(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let answered = ''
  socket.on('data', (bytes) => (answered += bytes.toString()))
  const closed = once(socket, 'close')
  socket.write(sent)
  const [request] = (await once(server, 'request')) as [IncomingMessage]
  await new Promise(setImmediate)
  vi.advanceTimersByTime(seconds * 1000)
  const isCut = request.socket.writableEnded || request.socket.destroyed
  vi.advanceTimersByTime(1500)
  if (isCut) await closed
  socket.destroy()
  server.close()
  return { answered, refused: refuse.mock.calls.length, isCut }
}

const half = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf'

it('answers where a body does not arrive in time, and closes the connection', async () => {
  const { answered, isCut } = await ask(half, () => {}, 61)
  expect([answered, isCut]).toEqual([expect.stringMatching(/^HTTP\/1\.1 408 [^]*nosniff[^]*late$/), true])
})

it.each([
  ['an answer that has begun', (response: ServerResponse) => response.write('begun')],
  ['an answer that has ended', (response: ServerResponse) => response.end('ended')],
])('writes nothing into %s, and closes the connection', async (_what, write) => {
  const { refused, isCut } = await ask(half, (_request, response) => void write(response), 61)
  expect([refused, isCut]).toEqual([0, true])
})

it.each([
  ['a body that still has time', half, 58],
  ['a request without a body', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 600],
])('leaves %s alone', async (_what, sent, seconds) => {
  const { refused, isCut } = await ask(sent, () => {}, seconds)
  expect([refused, isCut]).toEqual([0, false])
})
