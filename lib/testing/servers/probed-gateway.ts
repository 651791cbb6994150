/** For tests: gateways on this machine, and what a probe finds at them. */
import type { RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterEach } from 'vitest'
import type { Reach } from '../../db/outgoing/guarded-request'
import { testKey } from './certificates'
import { listen } from '../office'
import { probe } from '../../shops/server/connection/probe'
import type { Probed, Rules } from '../../shops/server/connection/probe-answer'

export const here: Reach = { allowLoopback: true, isPrivateAllowed: false }
export const product = JSON.stringify([{ id: 'prd_1', name: 'Paper', amount: 1 }])

const closing: (() => Promise<unknown>)[] = []
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0)) await close()
}
afterEach(closeAll)

/** Returns the address. */
export async function serve(handler: RequestListener): Promise<string> {
  const { url, close } = await listen(handler)
  closing.push(close)
  return url
}

/** Serves a list of products with this certificate, or a chain of them. Returns the port. */
export async function serveTls(certificate: string): Promise<number> {
  const server = createTlsServer({ key: testKey, cert: certificate }, answering(200, product))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port
}

export const answering =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body)

/** Every name leads to this address. */
export const to =
  (address: string): LookupFunction =>
  (_host, { all }, done) =>
    all ? done(null, [{ address, family: 4 }]) : done(null, address, 4)

export const listOf = (base: string): Probed => ({
  address: 'apm_url',
  base,
  method: 'GET',
  url: `${base}/products`,
  headers: { authorization: 'Basic eDp5' },
  quickUrl: `${base}/products/prd_none`,
})

/** What each step found. */
export async function found(probed: Probed, rules: Partial<Rules> = {}): Promise<Record<string, string>> {
  const { checks } = await probe(probed, { reach: here, ...rules })
  return Object.fromEntries(
    checks.map(({ name, state, code }) => [name, state === 'ok' ? code : `${state}: ${code}`]),
  )
}
