import 'server-only'
import { createPrivateKey, createPublicKey, hash, timingSafeEqual, verify, type KeyObject } from 'node:crypto'
import type { Authenticity, credentialVerdicts, networkVerdicts, signatureVerdicts } from '../../schema'
import { isWithin } from '../../../core/server/route/client-address'

type SignatureVerdict = (typeof signatureVerdicts)[number]
type CredentialVerdict = (typeof credentialVerdicts)[number]
type NetworkVerdict = (typeof networkVerdicts)[number]

export type Verdict = {
  signature: SignatureVerdict
  credentials: CredentialVerdict
  network: NetworkVerdict
  authenticity: Authenticity
}

type Evidence = {
  body: Uint8Array
  authorization: string | null
  contentSignature: string | null
  sourceAddress: string
}

export type Judge = (evidence: Evidence) => Verdict

type Judged = {
  gatewayShopId: number
  /** The secret key, and replaced ones that still count. */
  secretKeys: readonly string[]
  publicKey: string | null
  networks: readonly string[]
  networkIsEnough: boolean
}

/**
 * Returns the judge of a shop's notifications (docs/gateway.md#delivery). `Content-Signature` is Base64 of an
 * RSA-SHA256 signature over the raw body, `Authorization` is Basic with shop ID and secret key. If the shop names
 * networks, nothing from elsewhere is believed. Never throws: invalid, missing and oversized evidence are verdicts. The
 * header holds the shop's live secret, so only the verdict leaves this function.
 */
export function judgeOf(shop: Judged): Judge {
  const key = readPublicKey(shop.publicKey)
  const expected = shop.secretKeys.map((secretKey) =>
    digest(Buffer.from(`${shop.gatewayShopId}:${secretKey}`)),
  )
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

export function networkOf(sourceAddress: string, networks: readonly string[]): NetworkVerdict {
  if (networks.length === 0) return 'any'
  return isWithin(sourceAddress, networks) ? 'allowed' : 'outside'
}

/** Returns the strongest evidence. A signature that fails against the shop's own key outweighs all other evidence. */
export function gradeOf(
  { signature, credentials, network }: Omit<Verdict, 'authenticity'>,
  { networkIsEnough }: Pick<Judged, 'networkIsEnough'>,
): Authenticity {
  // A wrongly signed body is not what the gateway sent.
  if (network === 'outside' || signature === 'failed') return 'unverified'
  if (signature === 'verified') return 'signature'
  if (credentials === 'matched') return 'credentials'
  // Wrong credentials come from a sender who does not know the right ones.
  return network === 'allowed' && networkIsEnough && credentials !== 'failed' ? 'network' : 'unverified'
}

/** Base64 of an RSA signature of up to 8192 bits. */
const maxSignature = 1400

/** Judges a signature alone; see {@link judgeOf}. Without a readable key, it cannot be judged. */
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

/** Reads an RSA public key: bare Base64, as providers show it, or PEM with any line breaks. Null for anything else. */
export function readPublicKey(text: string | null): KeyObject | null {
  // Node would accept a private key and derive its public half. Pasting one is an error instead.
  if (!text || text.includes('PRIVATE KEY')) return null
  // PEM lines enclose the same Base64. Settings of other programs write line breaks as `\\n`.
  const plain = text.replaceAll(/\\r|\\n/g, '\n')
  const [, lines = plain] = /-----BEGIN [A-Z ]+-----([^-]*)-----END/.exec(plain) ?? []
  return isPrivateKey(Buffer.from(lines, 'base64')) ? null : (keyIn(lines, 'spki') ?? keyIn(lines, 'pkcs1'))
}

/** Whether this is a private key without its PEM lines. */
export const isPrivateKey = (key: Buffer): boolean =>
  (['pkcs8', 'pkcs1'] as const).some((type) => {
    try {
      return createPrivateKey({ key, format: 'der', type }).type === 'private'
    } catch {
      return false
    }
  })

function keyIn(base64: string, type: 'spki' | 'pkcs1'): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type })
    return key.asymmetricKeyType === 'rsa' ? key : null
  } catch {
    return null
  }
}

function judgeCredentials(authorization: string | null, expected: readonly Buffer[]): CredentialVerdict {
  if (!authorization) return 'absent'
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization) ?? []
  if (!encoded) return 'failed'
  const given = digest(Buffer.from(encoded, 'base64'))
  return expected.some((one) => timingSafeEqual(given, one)) ? 'matched' : 'failed'
}

/** Digests have one length, so that the comparison time does not reveal the secret's length. */
const digest = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer')
