import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createSocketServer, type AddressInfo, type LookupFunction } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testCertificate, testKey } from '../../testing/servers/certificates'
import { guardedConnection, guardedRequest, mayReach, type GuardRules } from './guarded-request'

const closed = { allowLoopback: false, isPrivateAllowed: false }
const open = { allowLoopback: true, isPrivateAllowed: true }

const loopback = ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1']
const privately = [
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '::ffff:10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  'fc00::1',
  'fdff:ffff::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
]
const reserved = [
  '0.0.0.0',
  '0.1.2.3',
  '::',
  '::ffff:0.0.0.0',
  '224.0.0.1',
  '239.255.255.255',
  'ff02::1',
  '240.0.0.1',
  '255.255.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '198.18.0.1',
  '203.0.113.9',
  '::127.0.0.1',
  '64:ff9b::a00:1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  '100::1',
  '4000::1',
  '',
  'localhost',
  '127.1',
]
const publicly = [
  '93.184.216.34',
  '9.255.255.255',
  '11.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '100.63.255.255',
  '100.128.0.0',
  '169.253.255.255',
  '126.255.255.255',
  '128.0.0.1',
  '223.255.255.255',
  '::ffff:93.184.216.34',
  '2606:2800:220:1:248:1893:25c8:1946',
  '2a00::1',
]

describe('the networks a typed address may lead to', () => {
  it.each(loopback)('%s is this machine', (address) => {
    expect(mayReach(address, { protocol: 'http:', port: 80 }, closed)).toBe(false)
    expect(mayReach(address, { protocol: 'https:', port: 80 }, closed)).toBe(false)
    expect(mayReach(address, { protocol: 'http:', port: 80 }, open)).toBe(true)
    expect(mayReach(address, { protocol: 'https:', port: 80 }, open)).toBe(true)
  })
  it.each(privately)('%s is private', (address) => {
    expect(mayReach(address, { protocol: 'https:', port: 80 }, { ...open, isPrivateAllowed: false })).toBe(
      false,
    )
    expect(mayReach(address, { protocol: 'http:', port: 80 }, open)).toBe(false)
    expect(mayReach(address, { protocol: 'https:', port: 80 }, open)).toBe(true)
  })
  it.each(reserved)('%j is nobody’s', (address) => {
    expect(mayReach(address, { protocol: 'https:', port: 80 }, open)).toBe(false)
  })
  it('an address with a zone is closed', () => {
    expect(mayReach('fe80::1%eth0', { protocol: 'https:', port: 443 }, closed)).toBe(false)
  })
  it.each(['10.0.0.5', '93.184.216.34', 'fd00::5'])('%s may be where this server listens', (address) => {
    const rules = { ...closed, self: { address, port: 3000 } }
    expect(mayReach(address, { protocol: 'http:', port: 3000 }, rules)).toBe(true)
    expect(mayReach(address, { protocol: 'http:', port: 3001 }, rules)).toBe(false)
    for (const other of ['10.0.0.6', '127.0.0.1', '93.184.216.35', 'fd00::6', 'localhost', ''])
      expect(mayReach(other, { protocol: 'http:', port: 3000 }, rules)).toBe(false)
  })
  it.each(publicly)('%s is public, by HTTPS', (address) => {
    expect(mayReach(address, { protocol: 'https:', port: 80 }, closed)).toBe(true)
    expect(mayReach(address, { protocol: 'http:', port: 80 }, open)).toBe(false)
  })
})

describe('a guarded request', () => {
  let port: number
  let connections = 0
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/redirect') outgoing.writeHead(302, { location: '/' }).end()
    else if (incoming.url === '/large') outgoing.end('x'.repeat(2000))
    else if (incoming.url === '/slow') outgoing.write('…')
    else outgoing.writeHead(200, { connection: 'close' }).end('OK')
  })
  beforeAll(async () => {
    server.on('connection', () => connections++)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  beforeEach(() => (connections = 0))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const get = (host: string, rules: Partial<GuardRules> = {}) =>
    guardedRequest({
      allowLoopback: true,
      isPrivateAllowed: false,
      timeLimitMs: 5000,
      maxReplyBytes: 1000,
      ...rules,
    })(`http://${host}`, { method: 'GET' })

  const answering = (...answers: string[][]): LookupFunction => {
    return (_, { all }, callback) => {
      const found = (answers.shift() ?? []).map((address) => ({ address, family: 4 }))
      if (all) callback(null, found)
      else callback(null, found[0]?.address ?? '', 4)
    }
  }

  it.each(['127.0.0.1', '2130706433', 'localhost'])('reaches %s where allowed only', async (host) => {
    const refused = get(`${host}:${port}`, { allowLoopback: false })
    await expect(refused).rejects.toMatchObject({ code: 'address_refused' })
    expect(connections).toBe(0)
    const answer = await get(`${host}:${port}`)
    expect([answer.statusCode, await answer.body.text()]).toEqual([200, 'OK'])
  })

  it('reaches only the allowed port of this machine', async () => {
    await expect(get(`127.0.0.1:${port}`, { allowLoopback: port + 1 })).rejects.toMatchObject({
      code: 'address_refused',
    })
    expect(connections).toBe(0)
    const answer = await get(`localhost:${port}`, { allowLoopback: port })
    expect(await answer.body.text()).toBe('OK')
  })

  it('judges IPv6 in an address, too', async () => {
    for (const host of ['[::1]', '[::ffff:127.0.0.1]', '[::ffff:10.0.0.1]', '[::]'])
      await expect(get(`${host}:${port}`, { allowLoopback: false })).rejects.toMatchObject({
        code: 'address_refused',
      })
    expect(connections).toBe(0)
  })

  it('judges the address of each connection, not the name', async () => {
    const lookup = answering(['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '169.254.169.254'], ['93.184.216.34'])
    const rules = {
      allowLoopback: true,
      isPrivateAllowed: false,
      timeLimitMs: 5000,
      maxReplyBytes: 1000,
      lookup,
    }
    const send = guardedRequest(rules)
    const call = () => send(`http://receiver.example:${port}`, { method: 'GET' })
    const answer = await call()
    expect([answer.statusCode, await answer.body.text()]).toEqual([200, 'OK'])
    for (let round = 0; round < 3; round++)
      await expect(call()).rejects.toMatchObject({ code: 'address_refused' })
    expect(connections).toBe(1)
  })

  it('passes on that a name has no address', async () => {
    const lookup: LookupFunction = (_, __, callback) =>
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
    await expect(get('receiver.example', { lookup })).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  it('trusts no self-signed certificate', async () => {
    let asked = 0
    const secure = createSecureServer({ key: testKey, cert: testCertificate }, (_, outgoing) => {
      asked += 1
      outgoing.end('OK')
    })
    await once(secure.listen(0, '127.0.0.1'), 'listening')
    const { port: at } = secure.address() as AddressInfo
    const send = guardedRequest({ ...open, timeLimitMs: 5000, maxReplyBytes: 1000 })
    await expect(send(`https://localhost:${at}`, { method: 'GET' })).rejects.toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
    expect(asked).toBe(0)
    secure.close()
  })

  it('follows no redirect', async () => {
    const answer = await get(`127.0.0.1:${port}/redirect`)
    await answer.body.dump()
    expect(answer.statusCode).toBe(302)
  })

  it('cuts off a reply that is too large, or that does not end', async () => {
    const large = await get(`127.0.0.1:${port}/large`)
    await expect(large.body.text()).rejects.toMatchObject({ code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' })
    const slow = await get(`127.0.0.1:${port}/slow`, { timeLimitMs: 200 })
    await expect(slow.body.text()).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})

it('a connection that the other side resets before it is used throws nothing that nobody catches', async () => {
  const server = createSocketServer((socket) => void setTimeout(() => socket.resetAndDestroy(), 100)).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const at = { host: '127.0.0.1', port, isEncrypted: true }
  const socket = await guardedConnection({ ...open, timeLimitMs: 5_000 }, at)
  // Not `once`, which would listen for errors.
  await new Promise((resolve) => void socket.on('close', resolve))
  expect(socket.destroyed).toBe(true)
  server.close()
})
