import 'server-only'
import { singleton } from '../../../db/singleton'
import { networkOf } from '../accounts/sign-in-limits'
import type { Permission } from '../../permissions'

/** Requests with one token in one minute, in each process. */
export const requestsPerMinute = 600
const windowMs = 60_000

type Window = { endsAt: number; count: number }
const windows = singleton<Map<string, Window>>('api-token-windows')

type Allowance = { isAllowed: boolean; left: number; resetSeconds: number }

/** Counts a request with a token. `now` in milliseconds of a monotonic clock. */
export function countRequest(tokenId: string, now = performance.now()): Allowance {
  const all = windows.peek() ?? new Map<string, Window>()
  windows.set(all)
  for (const [id, { endsAt }] of all) if (endsAt <= now) all.delete(id)
  const window = all.get(tokenId) ?? { endsAt: now + windowMs, count: 0 }
  window.count += 1
  all.set(tokenId, window)
  return {
    isAllowed: window.count <= requestsPerMinute,
    left: Math.max(0, requestsPerMinute - window.count),
    resetSeconds: Math.ceil((window.endsAt - now) / 1000),
  }
}

/** The headers of draft-ietf-httpapi-ratelimit-headers. */
export const allowanceHeaders = ({ left, resetSeconds }: Allowance): Record<string, string> => ({
  'RateLimit-Policy': `"token";q=${requestsPerMinute};w=${windowMs / 1000}`,
  RateLimit: `"token";r=${left};t=${resetSeconds}`,
})

/** Networks that tried too many wrong tokens, until when. Spares the database while they keep trying. */
const stopped = singleton<Map<string, number>>('api-token-networks')

export function isStopped(network: string, now = performance.now()): boolean {
  const all = stopped.peek()
  for (const [one, until] of all ?? []) if (until <= now) all?.delete(one)
  return all?.has(network) ?? false
}

export function stopNetwork(network: string, now = performance.now()): void {
  const all = stopped.peek() ?? new Map<string, number>()
  all.set(network, now + windowMs)
  stopped.set(all)
}

/** Reading with a token is recorded at most this often for each permission and network, in each process. */
const recordEveryMs = 60 * 60_000

const recordedUntil = singleton<Map<string, number>>('api-token-readings')

type Reading = { tokenId: string; permission: Permission; address: string }

const keyOf = ({ tokenId, permission, address }: Reading) => `${tokenId} ${permission} ${networkOf(address)}`

/** Whether a reading is the first of its kind within the time. `now` in milliseconds of a monotonic clock. */
export function isFirstReading(reading: Reading, now = performance.now()): boolean {
  const all = recordedUntil.peek() ?? new Map<string, number>()
  recordedUntil.set(all)
  const key = keyOf(reading)
  if ((all.get(key) ?? 0) > now) return false
  for (const [one, until] of all) if (until <= now) all.delete(one)
  all.set(key, now + recordEveryMs)
  return true
}

/** Makes the next reading be recorded, because this one could not be. */
export const forgetReading = (reading: Reading): void => void recordedUntil.peek()?.delete(keyOf(reading))
