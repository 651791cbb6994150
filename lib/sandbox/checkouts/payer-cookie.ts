import 'server-only'
import { z } from 'zod'
import { sandboxSettings } from '../settings'

/** Names a payer's browser, once the payer asked the page to remember a card there. Random, and nothing else. */
export const payerCookie = 'sandbox-payer'

const maxAgeSeconds = 365 * 24 * 60 * 60

/** The browser's name in a `Cookie` header; null where it has none. */
export function readPayerCookie(header: string | null): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${payerCookie}=`))?.slice(payerCookie.length + 1)
  return z.uuid().safeParse(value).data ?? null
}

/** The `Set-Cookie` header that gives a browser its name. Only the sandbox's pages see it, and no script. */
export function writePayerCookie(payerId: string): string {
  const isSecure = sandboxSettings.get().publicOrigin.startsWith('https:')
  return `${payerCookie}=${payerId}; Path=/sandbox; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
