import 'server-only'
import { createHmac, randomBytes } from 'node:crypto'

/** Prefix of a secret before its Base64 (Standard Webhooks, “Secrets”). */
const secretPrefix = 'whsec_'

/** A new secret of 32 random bytes. */
export const newSecret = (): string => `${secretPrefix}${randomBytes(32).toString('base64')}`

/**
 * Returns the headers that prove a request is ours (Standard Webhooks). The signature is HMAC-SHA256 over
 * `id.timestamp.body`, once per valid secret. Without a secret the header `webhook-signature` is absent.
 */
export function signedHeaders(
  secrets: readonly string[],
  { id, body, at = new Date() }: { id: string; body: Buffer; at?: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => `v1,${signature(secret, { id, timestamp, body })}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length > 0 ? { 'webhook-signature': signatures.join(' ') } : {}),
  }
}

function signature(secret: string, { id, timestamp, body }: { id: string; timestamp: string; body: Buffer }) {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
}
