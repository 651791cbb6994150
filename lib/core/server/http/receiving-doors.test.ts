import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Problem } from '@/lib/core/api/problem'
import { notifications } from '@/lib/notifications/server/tables'
import { eventually } from '@/lib/testing/eventually'
import { payment, testFrontDoor, type Sent } from '@/lib/testing/servers/front-door'

const door = testFrontDoor()
const mebibyte = 1024 * 1024

const table: [string, () => Sent, number, string | null][] = [
  ['a payment', () => ({ body: payment }), 200, 'transaction'],
  ['a payment in chunks', () => ({ body: payment, isChunked: true }), 200, 'transaction'],
  [
    'one with a query behind its address',
    () => ({ body: payment, path: `/api/hooks/${door.key}/notification?a=1` }),
    200,
    'transaction',
  ],
  [
    'one whose key is written in another way',
    () => ({ body: payment, path: `/api/hooks/${escaped(door.key)}/notification` }),
    200,
    'transaction',
  ],
  ['nothing', () => ({}), 200, 'unreadable'],
  ['no JSON', () => ({ body: 'uid=1&status=successful' }), 200, 'unreadable'],
  ['no text', () => ({ body: Buffer.from([0xff, 0x00, 0xfe]) }), 200, 'unreadable'],
  ['1 MiB', () => ({ body: Buffer.alloc(mebibyte, 0x20) }), 200, 'unreadable'],
  [
    'a header of odd bytes',
    () => ({ body: payment, headers: { 'content-signature': 'ÿ\u00e9' } }),
    200,
    'transaction',
  ],
  ['a wrong key', () => ({ body: payment, path: '/api/hooks/wrong/notification' }), 404, null],
  ['a NUL for a key', () => ({ body: payment, path: '/api/hooks/%00/notification' }), 404, null],
  [
    'a wrong key and too much',
    () => ({ body: Buffer.alloc(8 * mebibyte), path: '/api/hooks/wrong/notification' }),
    404,
    null,
  ],
  ['a byte too many', () => ({ body: Buffer.alloc(mebibyte + 1) }), 413, null],
  ['a byte too many, in chunks', () => ({ body: Buffer.alloc(mebibyte + 1), isChunked: true }), 413, null],
  ['far too much', () => ({ body: Buffer.alloc(8 * mebibyte) }), 413, null],
  ['far too much, in chunks', () => ({ body: Buffer.alloc(8 * mebibyte), isChunked: true }), 413, null],
]
const escaped = (text: string) => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`

describe.each(['route', 'frontDoor'] as const)('through the %s', (way) => {
  it.each(table)('%s', async (_name, sent, status, kind) => {
    const answer = await door.send(door[way], sent())
    expect(answer.status).toBe(status)
    const said = status === 200 ? answer.text : (JSON.parse(answer.text) as Problem).code
    expect([answer.type, said]).toEqual(
      {
        200: ['text/plain', 'OK'],
        404: ['application/problem+json', 'not_found'],
        413: ['application/problem+json', 'too_large'],
      }[status],
    )
    const kinds = async () =>
      (await door.app.engine.db.select().from(notifications).where(door.app.whereShop(notifications))).map(
        (row) => row.kind,
      )
    await eventually(async () => expect(await kinds()).toEqual(kind ? [kind] : []))
  })

  it('answers many on one connection', async () => {
    for (let n = 0; n < 5; n++) {
      const path = `/api/hooks/${n % 2 ? door.key : 'wrong'}/notification`
      const answer = await fetch(`${door[way]}${path}`, { method: 'POST', body: `{"n":${n}}` })
      expect(answer.status).toBe(n % 2 ? 200 : 404)
      await answer.text()
    }
  })
})

describe('the front door', () => {
  it.each([
    (path: string) => `${path}/`,
    (path: string) => `/${path}`,
    (path: string) => `${path.replaceAll('/', '//')}//?a=1`,
    (path: string) => `http://shop.example${path}`,
  ])('takes a notification by an address written carelessly', async (written) => {
    const path = written(`/api/hooks/${door.key}/notification`)
    expect((await door.raw(`POST ${path} HTTP/1.1`, payment)).status).toBe(200)
    expect(await door.app.engine.db.$count(notifications, door.app.whereShop(notifications))).toBe(1)
  })

  it('accepts a notification with an HTTP/2 upgrade header, even after Next listens for upgrades', async () => {
    const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__'
    const line = `POST /api/hooks/${door.key}/notification HTTP/1.1\r\n${offer}`
    const body = (uid: string) => JSON.stringify({ transaction: { uid, status: 'successful' } })
    expect((await door.rawUnclosed(line, body('u-1'))).status).toBe(200)
    door.server.on('upgrade', (_request, socket) => void socket.destroy())
    await new Promise(setImmediate)
    expect((await door.rawUnclosed(line, body('u-2'))).status).toBe(200)
  })

  it('does not log an error when a client hangs up half-way', async () => {
    const before = door.app.logged().length
    const { port } = door.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.end(
      `POST /api/hooks/${door.key}/notification HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"half":`,
    )
    await eventually(async () => expect(door.app.logged().slice(before)).toContain('cut off'))
    expect(door.app.logged().slice(before)).not.toContain('"level":50')
  })

  it('refuses keys that cannot be decoded, which Next rejects itself', async () => {
    const path = '/api/hooks/%ff/notification'
    expect((await door.send(door.frontDoor, { body: payment, path })).status).toBe(404)
  })

  it('answers verification requests itself', async () => {
    const path = `/api/hooks/${door.key}/verification`
    const { status, text } = await door.send(door.frontDoor, { body: payment, path })
    expect([status, JSON.parse(text)]).toMatchObject([200, { code: 0, uid: 'u-1' }])
  })

  it.each([
    ['GET', () => `/api/hooks/${door.key}/notification`],
    ['GET', () => `/api/hooks/${door.key}/verification`],
    ['POST', () => `/api/hooks/${door.key}/verifications`],
    ['POST', () => `/api/hooks/${door.key}/notification/more`],
    ['POST', () => `/api/hooks//notification`],
    ['POST', () => `/api/elsewhere/api/hooks/${door.key}/notification`],
    ['GET', () => '/'],
  ])('leaves %s %s to Next', async (method, path) => {
    expect((await door.send(door.frontDoor, { method, path: path() })).status).toBe(418)
  })

  it('survives an aborted request, and stores nothing of it', async () => {
    const { port } = door.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /api/hooks/${door.key}/notification HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"half":`,
    )
    await once(socket, 'connect')
    socket.destroy()
    expect((await door.send(door.frontDoor, { body: payment })).status).toBe(200)
    expect(await door.app.engine.db.$count(notifications, door.app.whereShop(notifications))).toBe(1)
  })
})
