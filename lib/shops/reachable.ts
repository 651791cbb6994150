import type { ShopDetail } from '../core/shop'
import { urlOf } from '../gateway/values/url'

/**
 * Whether a gateway can call this address. The embedded sandbox reaches anything this machine does; a provider needs a
 * public address with HTTPS.
 */
export const isReachable = (address: string, mode: ShopDetail['mode']): boolean =>
  mode === 'sandbox' || isPublicAddress(address)

function isPublicAddress(address: string): boolean {
  const url = urlOf(address)
  if (url?.protocol !== 'https:') return false
  const { hostname } = url
  // `URL` normalises every spelling of an IPv4 address to four numbers.
  const v4 = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(hostname)
  if (v4) return !isPrivateV4(Number(v4[1]), Number(v4[2]))
  if (hostname.startsWith('[')) return /^\[[23]/.test(hostname) && !hostname.startsWith('[2001:db8:')
  return (
    hostname.includes('.') && !/(^|\.)(localhost|local|internal|lan|home|test|invalid)\.?$/.test(hostname)
  )
}

function isPrivateV4(first: number, second: number): boolean {
  return (
    [0, 10, 127].includes(first) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168) ||
    (first === 100 && second >= 64 && second < 128) ||
    first >= 224
  )
}
