import 'server-only'
import { z } from 'zod'
import { hostCookie } from '../../core/host-cookie'
import { sandboxSettings } from '../settings'

/** Names a payer's browser, once the payer asked the page to remember a card there. Random, and nothing else. */
export const payerCookie = () => hostCookie('sandbox-payer', isSecure())

const isSecure = () => sandboxSettings.get().publicOrigin.startsWith('https:')

const maxAgeSeconds = 365 * 24 * 60 * 60

/** The browser's name in a `Cookie` header; null where it has none. */
export function readPayerCookie(header: string | null): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  const start = `${payerCookie()}=`
  const value = pairs.find((pair) => pair.startsWith(start))?.slice(start.length)
  return z.uuid().safeParse(value).data ?? null
}

/** The `Set-Cookie` header that gives a browser its name. No script sees it. */
export const writePayerCookie = (payerId: string): string =>
  `${payerCookie()}=${payerId}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`
