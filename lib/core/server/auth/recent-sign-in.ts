import 'server-only'
import { config } from '../config/config'
import type { SignedIn } from '../context'
import { AppError } from '../errors'

/**
 * Asks for a recent proof of who is there, before anything that a thief of an open session must not do. A handler
 * declares it with `needsRecentSignIn`; the browser then asks the person and sends the request again.
 * @throws AppError `sign_in_again`
 */
export function requireRecentSignIn({ provenSecondsAgo }: Pick<SignedIn, 'provenSecondsAgo'>): void {
  if (provenSecondsAgo === undefined || provenSecondsAgo > config.get().signInAgainSeconds)
    throw new AppError('sign_in_again')
}
