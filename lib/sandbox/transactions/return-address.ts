import 'server-only'

/**
 * Where the payer goes back to, with what the page appends (docs/gateway.md#settings).
 * Appended are `token` (of a payment token alone), `status` and `uid` (after an attempt), in this order (documented).
 * Null for what is no http(s) address: it becomes a link.
 */
export function returnAddress(
  address: string | null | undefined,
  outcome: { token?: string; status: string; uid?: string },
): string | null {
  if (address == null || !URL.canParse(address)) return null
  const { protocol } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:') return null
  const [, base = '', hash = ''] = /^([^#]*)(#.*)?$/s.exec(address) ?? []
  const separator = !base.includes('?') ? '?' : /[?&]$/.test(base) ? '' : '&'
  return `${base}${separator}${new URLSearchParams(outcome).toString()}${hash}`
}
