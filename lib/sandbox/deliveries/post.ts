import 'server-only'
import { guardedRequest } from '../../db/guarded-request'
import type { Shop } from '../shops'
import { contentSignature } from './sign'

/** A shop of the sandbox may be a developer's, on this machine; the rest of their network is none of its business. */
const send = guardedRequest({
  allowLoopback: true,
  allowPrivate: false,
  timeLimitMs: 10_000,
  maxReplyBytes: 64 * 1024,
})

export type PostResult = { status: number; error: null } | { status: null; error: string }

/**
 * Posts a notification (interface: “Events”; field notes: “Notifications”): signed, with the shop's Basic
 * credentials. Redirects are not followed, and of the answer only the status counts: its body is not read.
 */
export async function postNotification(shop: Shop, body: Buffer): Promise<PostResult> {
  if (shop.notificationUrl === null) return { status: null, error: 'no notification address' }
  try {
    const answer = await send(shop.notificationUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-signature': contentSignature(body, shop.privateKey()),
        authorization: `Basic ${Buffer.from(`${shop.id}:${shop.secretKey}`).toString('base64')}`,
      },
      body,
    })
    answer.body.on('error', () => undefined).destroy()
    return { status: answer.statusCode, error: null }
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string }
    return { status: null, error: code && typeof code === 'string' ? code : (name ?? 'failed') }
  }
}
