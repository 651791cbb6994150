import 'server-only'
import { createHash } from 'node:crypto'
import type { CheckoutRow } from '../tables/checkouts'

/**
 * Returns the attempt ID of an automatic payment (docs/gateway.md#settings), a UUID of version 8. It is derived from
 * the payment token, so the page pays once however often and in however many windows it is opened.
 */
export function autoPayAttempt({ shopId, token }: Pick<CheckoutRow, 'shopId' | 'token'>): string {
  const hex = createHash('sha256').update(`auto_pay:${shopId}:${token}`).digest('hex')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
