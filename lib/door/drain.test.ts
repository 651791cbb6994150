import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { drainable } from './drain.mjs'

describe('a server that shuts down', () => {
  let server: Server
  let drain: (withinMs: number) => Promise<boolean>
  let held: ServerResponse[]
  let port: number
  beforeEach(async () => {
    held = []
    server = createServer((request, response) => {
      if (request.url === '/held') held.push(response)
      else response.end('fine')
    })
    drain = drainable(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    ;({ port } = server.address() as AddressInfo)
  })

  const ask = async (path: string, agent: Agent) => {
    const request = get({ port, host: '127.0.0.1', path, agent })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, connection: answer.headers.connection, body: await text(answer) }
  }

  it('answers all open requests, and closes their connections', async () => {
    const agent = new Agent({ keepAlive: true })
    expect(await ask('/', agent)).toMatchObject({ connection: 'keep-alive' })
    const answers = Array.from({ length: 24 }, () => ask('/held', agent))
    await expect.poll(() => held.length).toBe(24)
    const ended = drain(20_000)
    await expect.poll(() => server.listening).toBe(false)
    for (const response of held) response.end('late')
    const expected = { status: 200, connection: 'close', body: 'late' }
    expect(await Promise.all(answers)).toEqual(held.map(() => expected))
    expect(await ended).toBe(true)
    await expect(ask('/', new Agent())).rejects.toThrow('ECONNREFUSED')
    agent.destroy()
  })

  it('answers requests that were just sent on new connections', async () => {
    server.removeAllListeners('request')
    drain = drainable(server)
    server.on('request', (_request, response) => {
      // As rendering a page does: nothing else is read meanwhile.
      const until = performance.now() + 20
      while (performance.now() < until);
      response.end('fine')
    })
    const answers = Array.from({ length: 20 }, () => ask('/', new Agent()))
    await expect.poll(() => server.listenerCount('request')).toBeGreaterThan(1)
    const ended = drain(20_000)
    expect(await Promise.all(answers)).toHaveLength(20)
    expect(await ended).toBe(true)
  })

  it('answers or refuses under steady load, and resets nothing', async () => {
    // As a proxy does: its connections are kept, and reopened when closed.
    const agent = new Agent({ keepAlive: true, maxSockets: 16 })
    let answered = 0
    const askUntilRefused = async (): Promise<string> => {
      for (;;) {
        try {
          await ask('/', agent)
          answered += 1
        } catch (error) {
          return (error as NodeJS.ErrnoException).code ?? String(error)
        }
      }
    }
    const endings = Array.from({ length: 64 }, askUntilRefused)
    await expect.poll(() => answered).toBeGreaterThan(200)
    expect(await drain(20_000)).toBe(true)
    expect(new Set(await Promise.all(endings))).toEqual(new Set(['ECONNREFUSED']))
    agent.destroy()
  })

  it('does not wait for idle connections', async () => {
    const agent = new Agent({ keepAlive: true })
    await ask('/', agent)
    expect(await drain(1_000_000)).toBe(true)
    agent.destroy()
  })

  it('cuts requests that take too long, and reports them', async () => {
    const answer = ask('/held', new Agent())
    await expect.poll(() => held.length).toBe(1)
    const [isAllAnswered] = await Promise.all([drain(10), expect(answer).rejects.toThrow('socket hang up')])
    expect(isAllAnswered).toBe(false)
  })
})
