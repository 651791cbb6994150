import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createServer } from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCertificate, testKey } from '../../lib/testing/servers/certificates'

const runtime = path.resolve(import.meta.dirname, 'runtime.mjs')
const admin = path.resolve(import.meta.dirname, '../admin.mjs')

/** Servers of TLS 1.2 that have one cipher suite each, by its name. */
const servers = new Map(
  ['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384'].map((ciphers) => {
    const options = { ciphers, key: testKey, cert: testCertificate, maxVersion: 'TLSv1.2' } as const
    return [ciphers, createServer(options, (socket) => socket.end()).on('tlsClientError', () => {})]
  }),
)
beforeAll(async () => {
  for (const server of servers.values()) await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => servers.forEach((server) => server.close()))

/** The output of a process that begins with `begin`: the list that it offers, and whether it reached the server. */
async function connect(
  suite: string,
  { begin = runtime, nodeOptions = '' } = {},
): Promise<{ offered: string; reached: boolean }> {
  const { port } = servers.get(suite)!.address() as AddressInfo
  const script = `
    await import(${JSON.stringify(begin)})
    const tls = (await import('node:tls')).default
    const say = (reached) => { console.log(JSON.stringify({ offered: tls.DEFAULT_CIPHERS, reached })); process.exit() }
    const options = { host: '127.0.0.1', port: ${port}, rejectUnauthorized: false }
    tls.connect(options, () => say(true)).on('error', () => say(false))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, NODE_OPTIONS: nodeOptions },
  })
  // The commands print their overview first.
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { offered: string; reached: boolean }
}

it.each([
  ['the application', runtime],
  ['commands of administrators', admin],
])(
  'calls of %s reach servers with forward secrecy and authenticated encryption, and no others',
  async (_who, begin) => {
    const reached: [string, boolean][] = []
    for (const suite of servers.keys()) reached.push([suite, (await connect(suite, { begin })).reached])
    expect(reached).toEqual([
      ['ECDHE-ECDSA-AES128-GCM-SHA256', true],
      ['ECDHE-ECDSA-AES128-SHA', false],
      ['ECDHE-ECDSA-AES256-SHA384', false],
    ])
  },
)

it('whoever runs it may say otherwise', async () => {
  const list = 'ECDHE-ECDSA-AES128-SHA'
  expect(constants.defaultCoreCipherList).not.toBe(list)
  expect(await connect(list, { nodeOptions: `--tls-cipher-list=${list}` })).toEqual({
    offered: list,
    reached: true,
  })
})
