import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBody } from './read-body'

const limit = 100_000
const headers = { get: () => null }

describe('a body that is read from its socket', () => {
  let port: number
  let resolveRequest: (incoming: IncomingMessage) => void
  const server = createServer((incoming) => resolveRequest(incoming))
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as { port: number }).port
  })
  afterAll(() => server.closeAllConnections())
  afterAll(() => void server.close())

  async function arrived(parts: string[], isWhole: boolean) {
    const heard = new Promise<IncomingMessage>((resolve) => (resolveRequest = resolve))
    const outgoing = request({ host: '127.0.0.1', port, method: 'POST', agent: false })
    outgoing.on('error', () => {})
    for (const part of parts) outgoing.write(part)
    if (isWhole) outgoing.end()
    return { incoming: await heard, outgoing }
  }

  it('is complete in one piece, in many, and without a body', async () => {
    for (const parts of [['one'], ['some ', 'more'], []]) {
      const { incoming, outgoing } = await arrived(parts, true)
      expect(String(await readBody({ headers, body: incoming }, limit))).toBe(parts.join(''))
      outgoing.destroy()
    }
  })

  it('is null if it is too large, and fails if the counter refuses', async () => {
    const large = await arrived(['x'.repeat(limit + 1)], true)
    expect(await readBody({ headers, body: large.incoming }, limit)).toBeNull()
    const refused = await arrived(['some'], true)
    const refuse = () => {
      throw new RangeError('no room')
    }
    await expect(readBody({ headers, body: refused.incoming }, limit, refuse)).rejects.toThrow('no room')
    for (const { outgoing } of [large, refused]) outgoing.destroy()
  })

  it('fails where it is cut off while it is read', async () => {
    const { incoming, outgoing } = await arrived(['half'], false)
    const read = readBody({ headers, body: incoming }, limit)
    outgoing.destroy()
    await expect(read).rejects.toThrow('cut off')
  })

  it.each([true, false])('fails where it was cut off before it was read (whole: %s)', async (isWhole) => {
    const { incoming, outgoing } = await arrived(['some'], isWhole)
    incoming.on('error', () => {})
    const closed = once(incoming, 'close').catch(() => {})
    outgoing.destroy()
    await closed
    await expect(readBody({ headers, body: incoming }, limit)).rejects.toThrow('cut off')
  })
})
