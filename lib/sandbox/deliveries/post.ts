import 'server-only'
import { sign } from 'node:crypto'
import { guardedSenders } from '../../db/outgoing/guarded-request'
import { sandboxSettings } from '../settings'
import type { Shop } from '../shops'

/** Limit for a whole request, from the name lookup to the end of the answer. */
const timeLimitMs = 10_000

const senders = guardedSenders({ timeLimitMs, maxReplyBytes: 64 * 1024 })

type Credentials = Pick<Shop, 'id' | 'secretKey' | 'privateKey'>

/**
 * Posts a notification or verification request to a shop's address (docs/gateway.md#notifications): signed, with the
 * shop's Basic credentials, without following redirects. Rejects like `guardedRequest`. A caller that does not read the
 * body of the answer must destroy it.
 */
export function postSigned(shop: Credentials, url: string, body: Buffer, limit = timeLimitMs) {
  return senders(sandboxSettings.get().reach, limit)(url, {
    method: 'POST',
    // Documented case: PHP's getallheaders() keeps the case of names as sent.
    headers: {
      'Content-Type': 'application/json',
      'Content-Signature': contentSignature(body, shop.privateKey()),
      Authorization: `Basic ${Buffer.from(`${shop.id}:${shop.secretKey}`).toString('base64')}`,
    },
    body,
  })
}

export type PostResult = { status: number; error: null } | { status: null; error: string }

/** Posts a notification. Only the answer's status counts; its body is not read. Never rejects. */
export async function postNotification(shop: Credentials, url: string, body: Buffer): Promise<PostResult> {
  try {
    const answer = await postSigned(shop, url, body)
    answer.body.on('error', () => undefined).destroy()
    return { status: answer.statusCode, error: null }
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string }
    return { status: null, error: code && typeof code === 'string' ? code : (name ?? 'failed') }
  }
}

/** Returns the content of `Content-Signature`: Base64 of an RSA-SHA256 signature over the raw body (documented). */
const contentSignature = (body: Uint8Array, privateKeyPem: string) =>
  sign('sha256', body, privateKeyPem).toString('base64')
