import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { ActivityKind } from '../../activity'
import type { ActivityReason } from '../../activity-reasons'
import { normalEmail } from '../../account/account-email'
import type { Database } from '../../../db/database'
import { recordAccess } from '../activity/access'
import { users } from '../tables/users'
import {
  knownBrowser,
  rememberBrowser,
  type KnownBrowsers,
  countSignIn,
  uncountSignIn,
  type Attempt,
  type Counted,
} from './sign-in-limits'
import type { SecondStep } from './second-factor'
import type { GivenLogin } from './sessions'
import { checkPassword, hashPassword, isOutdated } from './passwords'

const maxEmail = 320

type Input = {
  email: string
  password: string
  address: string
  browsers: KnownBrowsers
  /** What is missing after the right password. Null: nothing. */
  secondStep?: (user: Pick<User, 'id' | 'email'>) => Promise<SecondStep | null>
  /** Begins the session. False: the password or the e-mail was changed meanwhile. */
  begin?: (entered: Entered) => Promise<boolean>
}
type User = typeof users.$inferSelect

export type Entered = {
  isSignedIn: true
  user: Pick<User, 'id' | 'email' | 'name' | 'sessionVersion'>
  /** Absent after a sign-in by passkey. */
  given?: GivenLogin
  /** Whether this is the account's first sign-in from this browser. */
  isNewBrowser: boolean
  /** The new value of the browser's cookie. */
  knownBrowsers: string
}
/** `provider_only`: people sign in through providers alone. */
export type SignIn = Entered | { isSignedIn: false; reason: 'wrong' | 'provider_only' | SecondStep }

/** Checks e-mail and password within the limits. Logs and records the result. */
export async function signIn(
  db: Database,
  { password, address, browsers, secondStep, begin, ...typed }: Input,
): Promise<SignIn> {
  const email = normalEmail(typed.email.slice(0, maxEmail)).slice(0, maxEmail)
  let [user] = await db.select().from(users).where(eq(users.email, email))
  const browser = user ? knownBrowser(browsers, user) : null
  const attempt: Attempt = { email, address, known: user && browser ? { userId: user.id, browser } : null }
  const counted = await countSignIn(db, attempt)
  if (counted.stoppedBy) {
    // One record per window and limit, however many attempts follow.
    const event = failure('sign_in.throttled', attempt, user, `limit_of_${counted.stoppedBy}`)
    await recordAccess(db, { ...event, isRecorded: counted.count === 1 && isWorthRecording(user, counted) })
    return { isSignedIn: false, reason: 'throttled' }
  }
  const isRight = await checkPassword(user?.passwordHash ?? null, password)
  if (!user || !isRight || user.disabledAt) {
    const reason = !user ? 'no_such_account' : isRight ? 'disabled' : 'wrong_password'
    const isRecorded = isWorthRecording(user, counted)
    await recordAccess(db, { ...failure('sign_in.failed', attempt, user, reason), isRecorded })
    return { isSignedIn: false, reason: 'wrong' }
  }
  await uncountSignIn(db, attempt)
  const missing = await secondStep?.(user)
  if (missing) return { isSignedIn: false, reason: missing }
  user = await noteSignIn(db, user, password)
  const { id, name, sessionVersion } = user
  const entered: Entered = {
    isSignedIn: true,
    user: { id, email: user.email, name, sessionVersion },
    given: { email: user.email, passwordHash: user.passwordHash },
    isNewBrowser: browser === null,
    knownBrowsers: rememberBrowser(browsers, user),
  }
  if (begin && !(await begin(entered))) {
    await recordAccess(db, failure('sign_in.failed', attempt, user, 'wrong_password'))
    return { isSignedIn: false, reason: 'wrong' }
  }
  const reason = browser ? 'known_browser' : 'new_browser'
  await recordAccess(db, eventOf('sign_in.succeeded', attempt, user, reason))
  return entered
}

/** Signs in a person whose passkey was verified. It needs no second factor. */
export async function signInByPasskey(
  db: Database,
  { userId, address, browsers }: { userId: string } & Pick<Input, 'address' | 'browsers'>,
): Promise<SignIn> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) return { isSignedIn: false, reason: 'wrong' }
  const attempt = { email: user.email, address, known: null }
  if (user.disabledAt) {
    await recordAccess(db, failure('sign_in.failed', attempt, user, 'disabled'))
    return { isSignedIn: false, reason: 'wrong' }
  }
  await db
    .update(users)
    .set({ lastSignInAt: sql`now()` })
    .where(eq(users.id, user.id))
  await recordAccess(db, eventOf('sign_in.succeeded', attempt, user, 'passkey'))
  const { id, email, name, sessionVersion } = user
  return {
    isSignedIn: true,
    user: { id, email, name, sessionVersion },
    isNewBrowser: knownBrowser(browsers, user) === null,
    knownBrowsers: rememberBrowser(browsers, user),
  }
}

/** Notes a sign-in. A password whose hash has weaker parameters than today's is hashed again. */
async function noteSignIn(db: Database, user: User, password: string): Promise<User> {
  const passwordHash = isOutdated(user.passwordHash) ? await hashPassword(password) : user.passwordHash
  await db
    .update(users)
    .set({ lastSignInAt: sql`now()` })
    .where(eq(users.id, user.id))
  if (passwordHash === user.passwordHash) return user
  // Unless the password was changed meanwhile.
  const whereSame = and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash))
  await db.update(users).set({ passwordHash }).where(whereSame)
  return { ...user, passwordHash }
}

/** The limits bound the records of an account. Without an account, one record per address and window is enough. */
const isWorthRecording = (user: User | undefined, { count }: Counted) => user !== undefined || count === 1

const failure = (...of: Parameters<typeof eventOf>) => ({ ...eventOf(...of), isByAccount: false })

const eventOf = (
  action: ActivityKind,
  { email, address }: Attempt,
  user: User | undefined,
  reason: ActivityReason,
) => ({
  action,
  // Anything else may be a password in the wrong field.
  account: user || /^[^\s@]+@[^\s@]+\.\p{L}{2,}$/u.test(email) ? email : null,
  userId: user?.id ?? null,
  address,
  reason,
})
