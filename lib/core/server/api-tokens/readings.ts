import 'server-only'
import { singleton } from '../../../db/singleton'
import { networkOf } from '../accounts/sign-in-limits'
import type { Permission } from '../../permissions'

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

/** Has the next reading recorded, as this one could not be. */
export const forgetReading = (reading: Reading): void => void recordedUntil.peek()?.delete(keyOf(reading))
