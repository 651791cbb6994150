import 'server-only'
import type { Database } from '../../../db/database'
import { engine } from '../../../db/engine'
import { parsePasskeyAnswer, passkeyRequest, takePasskey } from '../accounts/passkeys'
import { signInByPasskey, type SignIn } from '../accounts/sign-in'
import {
  decrementCounters,
  incrementCounter,
  networkOf,
  type KnownBrowsers,
} from '../accounts/sign-in-limits'
import { recordAccess } from '../activity/access'
import { AppError } from '../errors'

/** Challenges for one address within the window of sign-in-limits.ts. */
const maxChallenges = 100

/**
 * Returns what a browser needs for a sign-in by passkey.
 * @throws AppError `too_many_attempts`
 */
export async function askForPasskey(address: string) {
  const { db } = engine.get()
  const count = await incrementCounter(db, `challenge:${networkOf(address)}`)
  if (count > maxChallenges) {
    const event = { account: null, userId: null, address, reason: 'limit_of_address' } as const
    const isRecorded = count === maxChallenges + 1
    await recordAccess(db, { ...event, action: 'factor.throttled', isByAccount: false, isRecorded })
    throw new AppError('too_many_attempts')
  }
  return passkeyRequest(db, null)
}

/** Wrong passkeys from one address within the window of sign-in-limits.ts. */
const maxWrongPasskeys = 30

/** Signs in by a passkey's answer alone. Records a wrong one. */
export async function signInWithPasskey(
  db: Database,
  text: string,
  { address, browsers }: { address: string; browsers: KnownBrowsers },
): Promise<SignIn> {
  const key = `passkey:${networkOf(address)}`
  const count = await incrementCounter(db, key)
  const refused = { account: null, userId: null, address, isByAccount: false } as const
  if (count > maxWrongPasskeys) {
    const isRecorded = count === maxWrongPasskeys + 1
    await recordAccess(db, { ...refused, action: 'factor.throttled', reason: 'limit_of_address', isRecorded })
    return { isSignedIn: false, reason: 'throttled' }
  }
  const answer = parsePasskeyAnswer(text)
  const { result, userId } = answer
    ? await takePasskey(db, answer, null)
    : { result: 'invalid' as const, userId: null }
  if (result !== 'taken') {
    await recordAccess(db, { ...refused, userId, action: 'factor.refused', reason: `${result}_passkey` })
    return { isSignedIn: false, reason: 'wrong' }
  }
  await decrementCounters(db, [key])
  return signInByPasskey(db, { userId, address, browsers })
}
