import 'server-only'
import { randomBytes } from 'node:crypto'
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../../../db/database'
import { type PasskeyAnswer, passkeyAnswer } from '../../account/passkey'
import { config } from '../config/config'
import { challenges, factors } from '../tables/factors'

const challengeMinutes = 5

/** Passkeys belong to this host, and work for this origin only. */
export const relyingParty = () => ({ id: new URL(config.get().appUrl).hostname, origin: config.get().appUrl })

/** Reads an answer that came as text; null if it is not an answer. */
export function parsePasskeyAnswer(text: string): PasskeyAnswer | null {
  try {
    return passkeyAnswer.parse(JSON.parse(text))
  } catch {
    return null // Not what a browser sends, so a wrong answer.
  }
}

export async function newChallenge(db: Database, userId: string | null): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const expiresAt = sql`now() + make_interval(mins => ${challengeMinutes})`
  await db.insert(challenges).values({ challenge, userId, expiresAt })
  return challenge
}

/** Uses up the challenge that an answer names. `userId`: the person it was created for; null: for signing in. */
export async function takeChallenge(
  db: Database,
  { clientDataJSON }: { clientDataJSON: string },
  userId: string | null,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === null) return null
  const taken = await db
    .delete(challenges)
    .where(
      and(
        eq(challenges.challenge, challenge),
        userId === null ? isNull(challenges.userId) : eq(challenges.userId, userId),
        gt(challenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ challenge: challenges.challenge })
  return taken[0]?.challenge ?? null
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const data = z.looseObject({ challenge: z.string().regex(/^[\w-]{1,200}$/) })
    return data.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).challenge
  } catch {
    return null // Not what a browser sends, so not a known challenge.
  }
}

/** Returns the IDs of a person's passkeys, for a browser to offer or to leave out. */
export async function passkeysOf(db: Database, userId: string) {
  const own = await db
    .select({ id: factors.credentialId, transports: factors.transports })
    .from(factors)
    .where(eq(factors.userId, userId))
  return own.flatMap(({ id, transports }) => (id === null ? [] : [{ id, transports }]))
}

/**
 * What a browser needs to ask for a passkey: one of this person's, or, to sign in (`userId` null), any that it has for
 * this host.
 */
export async function passkeyRequest(
  db: Database,
  userId: string | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const challenge = await newChallenge(db, userId)
  const own = userId === null ? [] : await passkeysOf(db, userId)
  return generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge: Buffer.from(challenge, 'base64url'),
    allowCredentials: own,
    userVerification: 'required',
  })
}

type PasskeyResult =
  | { result: 'taken'; userId: string }
  /** The person that the passkey claims, if known. */
  | { result: 'wrong' | 'cloned'; userId: string | null }

/**
 * Checks a passkey's answer. The challenge is used up in any case. A signature counter that does not rise means that
 * the authenticator was copied, unless it stays 0: then the authenticator has no counter.
 */
export async function takePasskey(
  db: Database,
  answer: PasskeyAnswer,
  ofUser: string | null,
): Promise<PasskeyResult> {
  const challenge = await takeChallenge(db, answer.response, ofUser)
  const [factor] = await db.select().from(factors).where(eq(factors.credentialId, answer.id))
  const userId = factor?.userId ?? null
  const wrong = { result: 'wrong', userId } as const
  if (!challenge || !factor?.credentialId || !factor.publicKey) return wrong
  if (ofUser !== null && factor.userId !== ofUser) return wrong
  const { id, origin } = relyingParty()
  const verified = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: factor.credentialId,
      publicKey: new Uint8Array(factor.publicKey),
      // Compared below, together with its update.
      counter: 0,
      transports: factor.transports,
    },
  }).catch(() => null)
  if (!verified?.verified) return wrong
  const counter = verified.authenticationInfo.newCounter
  const whereUncounted = counter === 0 ? eq(factors.counter, 0) : undefined
  const taken = await db
    .update(factors)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(factors.id, factor.id), or(lt(factors.counter, counter), whereUncounted)))
    .returning({ id: factors.id })
  return taken.length > 0
    ? { result: 'taken', userId: factor.userId }
    : { result: 'cloned', userId: factor.userId }
}

export async function forgetOldChallenges(db: Database): Promise<void> {
  await db.delete(challenges).where(lt(challenges.expiresAt, sql`now()`))
}
