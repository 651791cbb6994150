import 'server-only'
import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { engine } from '../../../db/engine'
import type { Database } from '../../../db/database'
import { recordAccess } from '../activity/access'
import { incrementCounter, networkOf } from '../accounts/sign-in-limits'
import { config, type Config } from '../config/config'
import { installation } from '../tables/installation'
import { identities, memberships, users } from '../tables/users'

/**
 * Whether people sign in with the passwords and passkeys of their accounts. Where it is switched off,
 * `npm run admin -- allow-local-sign-in` opens it for a time.
 */
export async function isLocalSignInOn(): Promise<boolean> {
  if (config.get().hasLocalSignIn) return true
  const [opened] = await engine
    .get()
    .db.select({ id: installation.id })
    .from(installation)
    .where(and(eq(installation.id, 1), gt(installation.localSignInUntil, sql`now()`)))
  return opened !== undefined
}

/** Records a refusal: each in the log, and as activity once per network and window. */
export async function refuseLocalSignIn(address: string): Promise<void> {
  const { db } = engine.get()
  const count = await incrementCounter(db, `local:${networkOf(address)}`)
  await recordAccess(db, {
    action: 'sign_in.failed',
    account: null,
    userId: null,
    isByAccount: false,
    address,
    reason: 'local_sign_in_off',
    isRecorded: count === 1,
  })
}

/**
 * Returns why local sign-in stays on although LOCAL_SIGN_IN is off: no provider works, or no owner or administrator is
 * linked to one. Null: it can be off. Asked at each start.
 */
export async function reasonForLocalSignIn(
  db: Database,
  { oidc }: Pick<Config, 'oidc'>,
  broken: readonly string[],
): Promise<string | null> {
  const working = oidc.map(({ id }) => id).filter((id) => !broken.includes(id))
  if (working.length === 0) return 'no provider works'
  const whereDecides = or(
    eq(users.isAdministrator, true),
    and(eq(memberships.role, 'owner'), isNull(memberships.disabledAt)),
  )
  const [linked] = await db
    .select({ id: users.id })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .leftJoin(memberships, eq(memberships.userId, users.id))
    .where(and(inArray(identities.provider, working), isNull(users.disabledAt), whereDecides))
    .limit(1)
  return linked ? null : 'no owner and no administrator is linked to a provider that works'
}
