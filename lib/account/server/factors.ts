import 'server-only'
import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { v4 as uuidv4, validate as isUuid } from 'uuid'
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { getTranslator } from '../../core/i18n/server'
import {
  makeRecoveryCodes,
  secretContext,
  takeStep,
  appAddress,
  newSecret,
  stepOf,
} from '../../core/server/accounts/codes'
import { forgetTrustedBrowsers } from '../../core/server/accounts/second-factor'
import { holdSession, lockPerson } from '../../core/server/accounts/sessions'
import { recordRefusal } from '../../core/server/activity/access'
import type { AccountContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { factors, recoveryCodes } from '../../core/server/tables/factors'
import type { Database } from '../../db/database'
import type { ActivityReason } from '../../core/activity-reasons'
import { newChallenge, passkeysOf, relyingParty, takeChallenge } from '../../core/server/accounts/passkeys'
import { incrementCounter } from '../../core/server/accounts/sign-in-limits'
import { notifyOwn, recordOwn } from './own-account'
import type { AppConfirmation, Factor, FactorAdded, FactorList, NewApp, PasskeyRegistration } from '../schema'

type Row = typeof factors.$inferSelect

const itemOf = ({ id, kind, name, createdAt, lastUsedAt }: Row): Factor => ({
  id,
  kind,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
})

const whereOwn = ({ person }: AccountContext) =>
  and(eq(factors.userId, person.userId), isNotNull(factors.confirmedAt))

export async function listFactors(context: AccountContext): Promise<FactorList> {
  const { db } = context.engine
  const rows = await db.select().from(factors).where(whereOwn(context)).orderBy(asc(factors.createdAt))
  const whereUnused = and(eq(recoveryCodes.userId, context.person.userId), isNull(recoveryCodes.usedAt))
  return { items: rows.map(itemOf), recovery_codes_left: await db.$count(recoveryCodes, whereUnused) }
}

/** Prepares an authenticator app. It replaces one that was prepared and never confirmed. */
export async function prepareApp({ engine, person }: AccountContext): Promise<NewApp> {
  const [id, secret] = [uuidv4(), newSecret()]
  const { userId } = person
  await engine.db.transaction(async (tx) => {
    await tx.delete(factors).where(and(eq(factors.userId, userId), isNull(factors.confirmedAt)))
    const secretSealed = engine.sealer.seal(secret, secretContext(userId, id))
    await tx.insert(factors).values({ id, userId, kind: 'totp', name: '', secretSealed })
  })
  return { id, secret, address: appAddress(secret, person.email) }
}

/**
 * Adds a prepared app, once its current code was entered.
 * @throws AppError `not_found`; `invalid`, of `code`
 */
export async function confirmApp(
  context: AccountContext,
  id: string,
  { name, code }: AppConfirmation,
): Promise<FactorAdded> {
  const { engine, person } = context
  const wherePrepared = and(eq(factors.userId, person.userId), isNull(factors.confirmedAt))
  const [app] = isUuid(id)
    ? await engine.db
        .select()
        .from(factors)
        .where(and(eq(factors.id, id), wherePrepared))
    : []
  if (!app?.secretSealed) throw new AppError('not_found')
  const secret = engine.sealer.unseal(app.secretSealed, secretContext(person.userId, id))
  const step = stepOf(secret, code.replace(/\s/g, ''), new Date())
  if (step === null)
    throw new AppError('invalid', { errors: { code: [getTranslator('account')('wrongCode')] } })
  const result = await engine.db.transaction(async (tx) => {
    await holdSession(tx, person)
    await takeStep(tx, id, step)
    const [added] = await tx
      .update(factors)
      .set({ name, confirmedAt: sql`now()` })
      .where(and(eq(factors.id, id), wherePrepared))
      .returning()
    if (!added) throw new AppError('not_found')
    return noteAdded(tx, context, added)
  })
  await notifyOwn(context, 'factor_added')
  return result
}

/** Records a new factor. The first one also creates recovery codes, and every browser must then ask for a factor. */
async function noteAdded(tx: Database, context: AccountContext, added: Row): Promise<FactorAdded> {
  await recordOwn(tx, context, { action: 'factor.added', reason: added.kind, subject: added.id })
  const isFirst = (await tx.$count(factors, whereOwn(context))) === 1
  if (isFirst) await forgetTrustedBrowsers(tx, context.person.userId)
  const codes = isFirst
    ? await makeRecoveryCodes({ db: tx, sealer: context.engine.sealer }, context.person.userId)
    : []
  return { factor: itemOf(added), recovery_codes: codes }
}

/**
 * Removes a factor; every browser must ask for one again. Removing the last one also removes the recovery codes.
 * @throws AppError `not_found`, also for another person's factor
 */
export async function removeFactor(context: AccountContext, id: string): Promise<{ id: string }> {
  if (!isUuid(id)) throw new AppError('not_found')
  const { userId } = context.person
  const { db } = context.engine
  if ((await db.$count(factors, and(eq(factors.id, id), ne(factors.userId, userId)))) > 0) {
    await recordRefusal(db, context.person, { shopId: null, reason: 'factor_of_another' })
    throw new AppError('not_found')
  }
  await db.transaction(async (tx) => {
    // Another factor that is added meanwhile is seen, or sees this.
    await lockPerson(tx, userId)
    const [removed] = await tx
      .delete(factors)
      .where(and(eq(factors.id, id), whereOwn(context)))
      .returning()
    if (!removed) throw new AppError('not_found')
    await forgetTrustedBrowsers(tx, userId)
    if ((await tx.$count(factors, whereOwn(context))) === 0)
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    await recordOwn(tx, context, { action: 'factor.removed', reason: removed.kind, subject: removed.id })
  })
  await notifyOwn(context, 'factor_removed')
  return { id }
}

/**
 * Creates new recovery codes; the earlier ones stop working.
 * @throws AppError `conflict` without a factor
 */
export async function renewRecoveryCodes(context: AccountContext): Promise<{ recovery_codes: string[] }> {
  const { engine, person } = context
  const codes = await engine.db.transaction(async (tx) => {
    await holdSession(tx, person)
    if ((await tx.$count(factors, whereOwn(context))) === 0) throw new AppError('conflict')
    const made = await makeRecoveryCodes({ db: tx, sealer: engine.sealer }, person.userId)
    await recordOwn(tx, context, { action: 'recovery_codes.made', reason: 'by_owner' })
    return made
  })
  await notifyOwn(context, 'recovery_codes_made')
  return { recovery_codes: codes }
}

/** Returns what the browser needs to create a passkey, which must verify its owner by a fingerprint or a PIN. */
export async function newPasskeyOptions({
  engine: { db },
  person,
}: AccountContext): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: 'Counterfoil',
    rpID: relyingParty().id,
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(person.userId),
    challenge: Buffer.from(await newChallenge(db, person.userId), 'base64url'),
    attestationType: 'none',
    excludeCredentials: await passkeysOf(db, person.userId),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/**
 * Adds a passkey. Records one that is refused.
 * @throws AppError `invalid` for one of another origin, host or person, or without its owner's consent; `conflict` if
 * it is registered already
 */
export async function addPasskey(
  context: AccountContext,
  { name, passkey }: PasskeyRegistration,
): Promise<FactorAdded> {
  const { engine, person } = context
  const challenge = await takeChallenge(engine.db, passkey.response, person.userId)
  if (!challenge) throw await refused(context, 'invalid', 'wrong_challenge')
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty()
  const verified = await verifyRegistrationResponse({
    response: passkey as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) throw await refused(context, 'invalid', 'wrong_passkey')
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  const known = await engine.db.$count(factors, eq(factors.credentialId, id))
  if (known > 0) throw await refused(context, 'conflict', 'passkey_of_an_account')
  const result = await engine.db.transaction(async (tx) => {
    await holdSession(tx, person)
    const [added] = await tx
      .insert(factors)
      .values({
        id: uuidv4(),
        userId: person.userId,
        kind: 'passkey',
        name,
        confirmedAt: sql`now()`,
        credentialId: id,
        publicKey: Buffer.from(publicKey),
        counter,
        transports,
      })
      .onConflictDoNothing()
      .returning()
    if (!added) throw new AppError('conflict')
    return noteAdded(tx, context, added)
  })
  await notifyOwn(context, 'factor_added')
  return result
}

/** Each is a line in the log; repeated ones are recorded once per window (sign-in-limits.ts). */
async function refused(
  context: AccountContext,
  code: 'invalid' | 'conflict',
  reason: ActivityReason,
): Promise<AppError> {
  const { db } = context.engine
  const count = await incrementCounter(db, `passkey-refused:${context.person.userId} ${reason}`)
  await recordOwn(db, context, { action: 'factor.refused', reason, isRecorded: count === 1 })
  return new AppError(code)
}
