import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import 'server-only'
import { beforeEach } from 'vitest'
import { hashPassword } from '@/lib/core/server/accounts/passwords'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { activity } from '@/lib/core/server/tables/requests'
import { challenges, factors, recoveryCodes, trustedBrowsers } from '@/lib/core/server/tables/factors'
import { sessions, signInFailures, users } from '@/lib/core/server/tables/users'
import type { EngineKind } from '@/lib/db/testing'
import { browser } from '@/lib/testing/browser'
import { testAppUrl, testOffice } from '@/lib/testing/office'
import { opened } from '@/lib/testing/opened'
import type { FactorAdded } from '../schema'
import * as passkey from '../../../app/api/account/factors/passkey/route'
import * as passkeyOptions from '../../../app/api/account/factors/passkey-options/route'

/** For tests: the password of Ada. */
export const password = 'a password of Ada'

export type Route = Record<
  string,
  (request: Request, context: { params?: Promise<{ id?: string }> }) => Promise<Response>
>

/** For tests: second factors of Ada, and a second person, Eve. Each test begins with none, and with Ada signed in. */
export function factorsAt(kind: EngineKind) {
  const office = testOffice(kind)
  const people = opened(async () => {
    const { userId, email, name } = office.context.actor
    const ada: SignedIn = { userId, email, name, address: '192.0.2.1', provenSecondsAgo: 0 }
    const eve: SignedIn = await office.insertPerson(office.context.shop.id)
    await office.engine.db.update(users).set({ passwordHash: await hashPassword(password) })
    return { ada, eve }
  })
  beforeEach(async () => {
    const tables = [activity, signInFailures, sessions, factors, recoveryCodes, challenges, trustedBrowsers]
    for (const table of tables) await office.engine.db.delete(table)
    browser.person = people.ada
  })

  const send = async <T>(route: Route, method: string, body?: unknown, id?: string) => {
    const init = { method, body: body === undefined ? undefined : JSON.stringify(body) }
    const answer = await route[method]?.(new Request('http://localhost/', init), {
      params: id === undefined ? undefined : Promise.resolve({ id }),
    })
    if (!answer) throw new Error('no such method')
    return { status: answer.status, body: (await answer.json()) as T & { code?: string; errors?: object } }
  }
  const addPasskey = async (device = new SoftAuthenticator(testAppUrl)) => {
    const { body: options } = await send<{ challenge: string }>(passkeyOptions, 'POST')
    const given = { name: 'Laptop', passkey: device.register(options.challenge) }
    const added = await send<FactorAdded>(passkey, 'POST', given)
    return { device, added }
  }
  const challengeOf = async (route: Route) =>
    (await send<{ challenge: string }>(route, 'POST')).body.challenge
  const noted = async () =>
    (await office.engine.db.select().from(activity).orderBy(activity.id)).map(
      ({ action, detail }) => `${action} ${String(detail.reason)}`,
    )
  return { office, people, send, addPasskey, challengeOf, noted }
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

/** Just enough of CBOR (RFC 8949) for what an authenticator sends. */
function cbor(value: number | string | Buffer | Map<unknown, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, one]) => [cbor(key as number), cbor(one as number)])
  return Buffer.concat([head(5, value.size), ...entries])
}

type Keys = { publicKey: KeyObject; privateKey: KeyObject }

/** For tests: an authenticator in software, which can also do what a real one does not. */
export class SoftAuthenticator {
  private id = randomBytes(16)
  private keys: Keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private host: string
  private isVerified = true
  private count = 0
  private readonly counts: boolean

  constructor(
    private origin: string,
    { counts = false } = {},
  ) {
    this.host = new URL(origin).hostname
    this.counts = counts
  }

  clone(): SoftAuthenticator {
    return this.changed({})
  }
  private changed(to: object): SoftAuthenticator {
    return Object.assign(new SoftAuthenticator(this.origin), this, to)
  }
  at(origin: string): SoftAuthenticator {
    return this.changed({ origin })
  }
  on(host: string): SoftAuthenticator {
    return this.changed({ host })
  }
  unverified(): SoftAuthenticator {
    return this.changed({ isVerified: false })
  }
  withOtherKey(): SoftAuthenticator {
    return this.changed({ keys: generateKeyPairSync('ec', { namedCurve: 'P-256' }) })
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }

  private authenticatorData(attested?: Buffer): Buffer {
    if (this.counts) this.count += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.count)
    const flags = 1 | (this.isVerified ? 4 : 0) | (attested ? 64 : 0)
    return Buffer.concat([sha256(this.host), Buffer.from([flags]), counter, attested ?? Buffer.alloc(0)])
  }

  register(challenge: string) {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const coordinates = [x, y].map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer]
    const key = new Map<unknown, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinates[0]],
      [-3, coordinates[1]],
    ])
    const length = Buffer.from([0, this.id.length])
    const data = this.authenticatorData(Buffer.concat([Buffer.alloc(16), length, this.id, cbor(key)]))
    const attestation = new Map<unknown, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', data],
    ])
    return this.credential({
      clientDataJSON: this.clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    })
  }

  answer(challenge: string) {
    const [clientData, data] = [this.clientData('webauthn.get', challenge), this.authenticatorData()]
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(clientData)]))
      .sign(this.keys.privateKey)
    return this.credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    })
  }

  private credential<Response>(response: Response) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const, response, clientExtensionResults: {} }
  }
}
