import 'server-only'
import { eq } from 'drizzle-orm'
import { getTranslator } from '../../core/i18n/server'
import { checkPassword } from '../../core/server/accounts/passwords'
import { noteProof } from '../../core/server/accounts/sessions'
import { decrementCounters, incrementCounter } from '../../core/server/accounts/sign-in-limits'
import { recordAccess } from '../../core/server/activity/access'
import type { AccountContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { users } from '../../core/server/tables/users'
import type { Proof } from '../schema'

/** Wrong proofs of one person within the window of sign-in-limits.ts: a thief of a session must not guess on. */
const mostWrong = 5

/**
 * Checks the password of the person whose session this is.
 * @throws AppError `too_many_attempts`; `invalid`, of `field`
 */
export async function checkOwnPassword(
  { engine: { db }, person }: AccountContext,
  password: string,
  field: string,
): Promise<void> {
  const key = `proof:${person.userId}`
  const event = { account: person.email, userId: person.userId, address: person.address ?? null }
  const count = await incrementCounter(db, key)
  if (count > mostWrong) {
    const isRecorded = count === mostWrong + 1
    await recordAccess(db, { ...event, action: 'proof.throttled', reason: 'limit', isRecorded })
    throw new AppError('too_many_attempts')
  }
  const [user] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, person.userId))
  if (await checkPassword(user?.passwordHash ?? null, password)) return decrementCounters(db, [key])
  await recordAccess(db, { ...event, action: 'proof.failed', reason: 'wrong_password' })
  throw new AppError('invalid', { errors: { [field]: [getTranslator('auth')('wrongPassword')] } })
}

/** Proves who is there, for requests that need a recent sign-in. */
export async function proveWho(context: AccountContext, { password }: Proof): Promise<{ is_proven: true }> {
  await checkOwnPassword(context, password, 'password')
  const { engine, person } = context
  if (person.session) await noteProof(engine.db, person.session)
  return { is_proven: true }
}
