import 'server-only'
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { eq, sql } from 'drizzle-orm'
import { v4 as uuidv4 } from 'uuid'
import type { ActivityReason } from '../../core/activity-reasons'
import { newChallenge, passkeysOf, relyingParty, takeChallenge } from '../../core/server/accounts/passkeys'
import { incrementCounter } from '../../core/server/accounts/sign-in-limits'
import type { AccountContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { factors } from '../../core/server/tables/factors'
import type { FactorAdded, PasskeyRegistration } from '../schema'
import { noteAdded } from './factors'
import { notifyOwn, recordOwn } from './own-account'

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
