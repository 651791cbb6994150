import 'server-only'
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { v4 as uuidv4 } from 'uuid'
import { newChallenge, relyingParty, takeChallenge } from '../../core/server/accounts/passkeys'
import type { AccountContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { factors } from '../../core/server/tables/factors'
import type { FactorAdded, PasskeyRegistration } from '../schema'
import { noteAdded } from './factors'
import { notifyOwn } from './notify-own'

/** What the browser needs to make a passkey. It must know its owner, by a fingerprint or a PIN. */
export async function newPasskeyOptions({
  engine: { db },
  person,
}: AccountContext): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const existing = await db
    .select({ id: factors.credentialId })
    .from(factors)
    .where(and(eq(factors.userId, person.userId), isNotNull(factors.credentialId)))
  return generateRegistrationOptions({
    rpName: 'Counterfoil',
    rpID: relyingParty().id,
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(person.userId),
    challenge: Buffer.from(await newChallenge(db, person.userId), 'base64url'),
    attestationType: 'none',
    excludeCredentials: existing.flatMap(({ id }) => (id === null ? [] : [{ id }])),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/**
 * Adds a passkey.
 * @throws AppError `invalid` for one of another origin, host or person, or without its owner's consent; `conflict` if
 * it is somebody's already
 */
export async function addPasskey(
  context: AccountContext,
  { name, passkey }: PasskeyRegistration,
): Promise<FactorAdded> {
  const { engine, person } = context
  const challenge = await takeChallenge(engine.db, passkey.response, person.userId)
  if (!challenge) throw new AppError('invalid')
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty()
  const verified = await verifyRegistrationResponse({
    response: passkey as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw new AppError('invalid', { cause })
  })
  if (!verified.verified) throw new AppError('invalid')
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
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
