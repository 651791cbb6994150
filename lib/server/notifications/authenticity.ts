import 'server-only'
import { createHash, createPublicKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto'
import type { Authenticity, credentialVerdicts, signatureVerdicts } from '../../contracts/notification'

type SignatureVerdict = (typeof signatureVerdicts)[number]
type CredentialVerdict = (typeof credentialVerdicts)[number]

export type Verdict = {
  signature: SignatureVerdict
  credentials: CredentialVerdict
  authenticity: Authenticity
}

export type Evidence = { body: Uint8Array; authorization: string | null; contentSignature: string | null }

/**
 * Judges a notification by its evidence (field notes: “Notifications”): `Content-Signature` is Base64 of an
 * RSA-SHA256 signature over the raw body; `Authorization` is Basic, shop ID and secret key. Never throws:
 * whatever is wrong, missing, truncated or oversized is a verdict. The header itself is the shop's live
 * secret, so only the verdict leaves this function.
 */
export function judge(
  evidence: Evidence,
  shop: { gatewayShopId: number; secretKey: string; publicKey: string | null },
): Verdict {
  const signature = judgeSignature(evidence, shop.publicKey)
  const credentials = judgeCredentials(evidence.authorization, `${shop.gatewayShopId}:${shop.secretKey}`)
  const authenticity =
    signature === 'verified' ? 'signature' : credentials === 'matched' ? 'credentials' : 'unverified'
  return { signature, credentials, authenticity }
}

/** Base64 of an RSA signature of up to 8192 bits. */
const maxSignature = 1400

function judgeSignature({ body, contentSignature }: Evidence, publicKey: string | null): SignatureVerdict {
  if (!contentSignature) return 'absent'
  if (!publicKey) return 'no_key'
  const text = contentSignature.replace(/\s/g, '')
  if (text.length > maxSignature || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return 'failed'
  const key = readPublicKey(publicKey)
  if (!key) return 'no_key'
  try {
    return verify('RSA-SHA256', body, key, Buffer.from(text, 'base64')) ? 'verified' : 'failed'
  } catch {
    return 'failed'
  }
}

/** Providers show the key as bare Base64 without PEM lines; null where it is no RSA key. */
export function readPublicKey(bareBase64: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(bareBase64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'rsa' ? key : null
  } catch {
    return null
  }
}

function judgeCredentials(authorization: string | null, expected: string): CredentialVerdict {
  if (!authorization) return 'absent'
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization) ?? []
  if (!encoded) return 'failed'
  return equalInConstantTime(Buffer.from(encoded, 'base64'), Buffer.from(expected)) ? 'matched' : 'failed'
}

/** Digests have one length, so that not even the secret's length shows in the time taken. */
function equalInConstantTime(left: Buffer, right: Buffer): boolean {
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
  return timingSafeEqual(digest(left), digest(right))
}
