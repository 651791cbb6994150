import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

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
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }
}
