import 'server-only'
import { createPublicKey, hash, timingSafeEqual, verify, type KeyObject } from 'node:crypto'
import type { Authenticity, credentialVerdicts, networkVerdicts, signatureVerdicts } from '../schema'
import { isWithin } from './networks'

type SignatureVerdict = (typeof signatureVerdicts)[number]
type CredentialVerdict = (typeof credentialVerdicts)[number]
type NetworkVerdict = (typeof networkVerdicts)[number]

export type Verdict = {
  signature: SignatureVerdict
  credentials: CredentialVerdict
  network: NetworkVerdict
  authenticity: Authenticity
}

export type Evidence = {
  body: Uint8Array
  authorization: string | null
  contentSignature: string | null
  /** From where it came. */
  sourceAddress: string
}

export type Judge = (evidence: Evidence) => Verdict

type Judged = {
  gatewayShopId: number
  secretKey: string
  publicKey: string | null
  networks: readonly string[]
  networkIsEnough: boolean
}

/**
 * Judges a shop's notifications by their evidence (docs/gateway.md#delivery): `Content-Signature` is Base64 of an
 * RSA-SHA256 signature over the raw body; `Authorization` is Basic, shop ID and secret key; and they come from one of the
 * shop's networks, where it names any: what comes from elsewhere is not believed, whatever it has. Never throws:
 * whatever is wrong, missing, truncated or oversized is a verdict. The header itself is the shop's live
 * secret, so only the verdict leaves this function. What is the same for all of a shop is made once.
 */
export function judgeOf(shop: Judged): Judge {
  const key = readPublicKey(shop.publicKey)
  const expected = digest(Buffer.from(`${shop.gatewayShopId}:${shop.secretKey}`))
  return (evidence) => {
    const signature = judgeSignature(evidence, key)
    const credentials = judgeCredentials(evidence.authorization, expected)
    const network = networkOf(evidence.sourceAddress, shop.networks)
    return {
      signature,
      credentials,
      network,
      authenticity: gradeOf({ signature, credentials, network }, shop),
    }
  }
}

/** Whether it came from where the shop expects it. */
export function networkOf(sourceAddress: string, networks: readonly string[]): NetworkVerdict {
  if (networks.length === 0) return 'any'
  return isWithin(sourceAddress, networks) ? 'allowed' : 'outside'
}

/** The strongest evidence there is; a signature that fails by the shop's own key outweighs all other. */
export function gradeOf(
  { signature, credentials, network }: Omit<Verdict, 'authenticity'>,
  { networkIsEnough }: Pick<Judged, 'networkIsEnough'>,
): Authenticity {
  // What is signed, but wrongly, is not what the gateway sent, whoever passed it on.
  if (network === 'outside' || signature === 'failed') return 'unverified'
  if (signature === 'verified') return 'signature'
  if (credentials === 'matched') return 'credentials'
  // Wrong ones were made by somebody who does not know them.
  return network === 'allowed' && networkIsEnough && credentials !== 'failed' ? 'network' : 'unverified'
}

/** Base64 of an RSA signature of up to 8192 bits. */
const maxSignature = 1400

/** A signature by itself; see {@link judgeOf}. Without a key that can be read, nobody can judge it. */
export function judgeSignature(
  { body, contentSignature }: Pick<Evidence, 'body' | 'contentSignature'>,
  key: KeyObject | null,
): SignatureVerdict {
  if (!contentSignature) return 'absent'
  if (!key) return 'no_key'
  const text = contentSignature.replace(/\s/g, '')
  if (text.length > maxSignature || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return 'failed'
  try {
    return verify('RSA-SHA256', body, key, Buffer.from(text, 'base64')) ? 'verified' : 'failed'
  } catch {
    return 'failed'
  }
}

/**
 * Providers show the key as bare Base64 without PEM lines; with them it is taken, too, however its lines are broken. Null
 * where it is no RSA key.
 */
export function readPublicKey(text: string | null): KeyObject | null {
  // Of a private key Node would take the public half; who pastes it has to be told.
  if (!text || text.includes('PRIVATE KEY')) return null
  // Between its lines it is the same; settings of other programs write line breaks as `\\n`.
  const plain = text.replaceAll(/\\r|\\n/g, '\n')
  const [, lines = plain] = /-----BEGIN [A-Z ]+-----([^-]*)-----END/.exec(plain) ?? []
  return keyIn(lines, 'spki') ?? keyIn(lines, 'pkcs1')
}

function keyIn(base64: string, type: 'spki' | 'pkcs1'): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type })
    return key.asymmetricKeyType === 'rsa' ? key : null
  } catch {
    return null
  }
}

/** `expected`: the digest of the right ones. */
function judgeCredentials(authorization: string | null, expected: Buffer): CredentialVerdict {
  if (!authorization) return 'absent'
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization) ?? []
  if (!encoded) return 'failed'
  return timingSafeEqual(digest(Buffer.from(encoded, 'base64')), expected) ? 'matched' : 'failed'
}

/** Digests have one length, so that not even the secret's length shows in the time taken. */
const digest = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer')
