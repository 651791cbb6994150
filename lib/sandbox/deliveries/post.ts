import 'server-only'
import { guardedRequest } from '../../db/guarded-request'
import type { Shop } from '../shops'
import { contentSignature } from './sign'

/** For all of a post, from the name's lookup to the end of the answer. */
const timeLimitMs = 10_000

/** A shop of the sandbox may be a developer's, on this machine; the rest of their network is none of its business. */
const guarded = (limit: number) =>
  guardedRequest({
    allowLoopback: true,
    allowPrivate: false,
    timeLimitMs: limit,
    maxReplyBytes: 64 * 1024,
  })
const send = guarded(timeLimitMs)

type Credentials = Pick<Shop, 'id' | 'secretKey' | 'privateKey'>

/**
 * Posts to a shop's address (interface: “Events”; field notes: “Notifications”): signed, with the shop's Basic
 * credentials, redirects not followed. Notifications and verification requests are alike in this.
 * Rejects as `guardedRequest` does; whoever does not read the answer's body destroys it.
 */
export function postSigned(shop: Credentials, url: string, body: Buffer, limit = timeLimitMs) {
  const post = limit === timeLimitMs ? send : guarded(limit)
  return post(url, {
    method: 'POST',
    // In the documented case: PHP's getallheaders() hands names to a receiver as they were sent.
    headers: {
      'Content-Type': 'application/json',
      'Content-Signature': contentSignature(body, shop.privateKey()),
      Authorization: `Basic ${Buffer.from(`${shop.id}:${shop.secretKey}`).toString('base64')}`,
    },
    body,
  })
}

export type PostResult = { status: number; error: null } | { status: null; error: string }

/** Posts a notification. Of the answer only the status counts: its body is not read. Never rejects. */
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
