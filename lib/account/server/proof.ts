import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { PasskeyAnswer } from '../../core/account/passkey'
import { getTranslator } from '../../core/i18n/server'
import { takePasskey } from '../../core/server/accounts/passkeys'
import { checkPassword } from '../../core/server/accounts/passwords'
import { checkCode, hasFactor } from '../../core/server/accounts/second-factor'
import { renewSession } from '../../core/server/accounts/sessions'
import { decrementCounters, incrementCounter } from '../../core/server/accounts/sign-in-limits'
import { renewedCookie } from '../../core/server/auth/visit'
import { config } from '../../core/server/config/config'
import type { AccountContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import type { SetCookie } from '../../core/server/route/account-route'
import { factors } from '../../core/server/tables/factors'
import { sessions, users } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import type { Proof, ProofMeans } from '../schema'
import { recordOwn } from './own-account'

/** Wrong proofs of one person within the window of sign-in-limits.ts: a thief of a session must not keep guessing. */
const maxWrong = 5

/** Counts a proof before it is checked. Returns the counter, for a right one. @throws AppError `too_many_attempts` */
async function countProof(context: AccountContext): Promise<string> {
  const { db } = context.engine
  const key = `proof:${context.person.userId}`
  const count = await incrementCounter(db, key)
  if (count <= maxWrong) return key
  const isRecorded = count === maxWrong + 1
  await recordOwn(db, context, { action: 'proof.throttled', reason: 'limit', isRecorded })
  throw new AppError('too_many_attempts')
}

/**
 * Checks the password of the person whose session this is.
 * @throws AppError `too_many_attempts`; `invalid`, of `field`
 */
export async function checkOwnPassword(
  context: AccountContext,
  password: string,
  field: string,
): Promise<void> {
  const { db } = context.engine
  const { userId } = context.person
  const counted = await countProof(context)
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))
  if (await checkPassword(user?.passwordHash ?? null, password)) return decrementCounters(db, [counted])
  await recordOwn(db, context, { action: 'proof.failed', reason: 'wrong_password' })
  throw new AppError('invalid', { errors: { [field]: [getTranslator('auth')('wrongPassword')] } })
}

/** The means by which this person can prove their identity. */
export async function readProofMeans({ engine: { db }, person }: AccountContext): Promise<ProofMeans> {
  const wherePasskey = and(eq(factors.userId, person.userId), eq(factors.kind, 'passkey'))
  return {
    needs_code: await hasFactor(db, person.userId),
    has_passkey: (await db.$count(factors, wherePasskey)) > 0,
    provider: await providerOf(db, person),
  }
}

/** The name of the provider through which a session began; null: of none in the settings. */
async function providerOf(db: Database, { session }: AccountContext['person']): Promise<string | null> {
  if (session === undefined) return null
  const [found] = await db
    .select({ provider: sessions.provider })
    .from(sessions)
    .where(eq(sessions.id, session))
  return config.get().oidc.find(({ id }) => id === found?.provider)?.name ?? null
}

/**
 * Proves a person's identity, for requests that need a recent sign-in. The session gets a new token.
 * @throws AppError `invalid`, `too_many_attempts`, `unauthenticated`
 */
export async function proveWho(
  context: AccountContext,
  given: Proof,
  setCookie: SetCookie,
): Promise<{ is_proven: true }> {
  if ('passkey' in given) await checkPasskey(context, given.passkey)
  else await checkPasswordAndCode(context, given)
  const { engine, person } = context
  if (person.session) {
    const renewed = await renewSession(engine.db, person.session, { isProven: true })
    setCookie(await renewedCookie(person, renewed))
  }
  return { is_proven: true }
}

async function checkPasswordAndCode(
  context: AccountContext,
  { password, code }: { password: string; code?: string | undefined },
): Promise<void> {
  await checkOwnPassword(context, password, 'password')
  const { engine, person } = context
  if (!(await hasFactor(engine.db, person.userId))) return
  const refuse = (text: string) => new AppError('invalid', { errors: { code: [text] } })
  if (code === undefined) throw refuse(getTranslator('issues')('required'))
  const { userId: id, email, address = null } = person
  const failure = await checkCode(engine, { id, email }, { code, address })
  if (failure === 'throttled') throw new AppError('too_many_attempts')
  if (failure) throw refuse(getTranslator('auth')('wrong_code'))
}

async function checkPasskey(context: AccountContext, answer: PasskeyAnswer): Promise<void> {
  const { db } = context.engine
  const counted = await countProof(context)
  const { result } = await takePasskey(db, answer, context.person.userId)
  if (result === 'taken') return decrementCounters(db, [counted])
  await recordOwn(db, context, { action: 'factor.refused', reason: `${result}_passkey` })
  throw new AppError('invalid')
}
