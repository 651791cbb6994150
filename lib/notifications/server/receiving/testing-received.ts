import 'server-only'
import type { Received } from './store'

/** For tests: a notification with evidence that was received in a shop. Equal numbers have the same fingerprint. */
export const receivedIn = (shopId: string, n: number): Received => ({
  shopId,
  hook: 'notification',
  body: Buffer.from(`{"n":${n}}`),
  cardTokensSealed: null,
  hasCardNumber: false,
  fingerprint: Buffer.from(String(n)),
  headers: {},
  receivedAt: new Date(),
  sourceAddress: '192.0.2.1',
  answer: null,
  signature: 'absent',
  credentials: 'matched',
  network: 'any',
  authenticity: 'credentials',
})
