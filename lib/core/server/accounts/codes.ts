import 'server-only'
import { randomBytes, createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import type { Engine } from '../../../db/engine'
import { isUnopened } from '../../../db/sealing'
import { AppError } from '../errors'
import { factors, recoveryCodes } from '../tables/factors'

type Store = Pick<Engine, 'sealer'> & { db: Database }

/** The result of checking a code. `replayed` and `reused` were right once. */
type CodeResult = 'taken' | 'wrong' | 'replayed' | 'reused'

/** The sealing context of an app's secret. */
export const secretContext = (userId: string, id: string): string => `user:${userId}:factor:${id}`
const recoveryContext = (userId: string): string => `user:${userId}:recovery`

/**
 * Accepts a code of one of the person's apps, or one of their recovery codes, once.
 * @throws AppError `secret_unopened` if no other app takes it and no key opens one's secret
 */
export async function takeCode(store: Store, userId: string, typed: string): Promise<CodeResult> {
  const code = typed.replace(/[\s-]/g, '').toLowerCase()
  return /^\d{6}$/.test(code) ? takeAppCode(store, userId, code) : takeRecoveryCode(store, userId, code)
}

async function takeAppCode({ db, sealer }: Store, userId: string, code: string): Promise<CodeResult> {
  const apps = await db
    .select()
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.kind, 'totp'), isNotNull(factors.confirmedAt)))
  let unopened: unknown
  for (const { id, secretSealed } of apps)
    try {
      const secret = secretSealed && sealer.unseal(secretSealed, secretContext(userId, id))
      const step = secret ? stepOf(secret, code, new Date()) : null
      if (step !== null) return (await takeStep(db, id, step)) ? 'taken' : 'replayed'
    } catch (error) {
      if (!isUnopened(error)) throw error
      unopened = error
    }
  // The code may be right.
  if (unopened) throw new AppError('secret_unopened', { cause: unopened })
  return 'wrong'
}

/** Uses up the code of a time step. Returns false if it or a later one was used before. */
export async function takeStep(db: Database, id: string, step: number): Promise<boolean> {
  const taken = await db
    .update(factors)
    .set({ lastStep: step, lastUsedAt: sql`now()` })
    .where(and(eq(factors.id, id), or(isNull(factors.lastStep), lt(factors.lastStep, step))))
    .returning({ id: factors.id })
  return taken.length > 0
}

async function takeRecoveryCode({ db, sealer }: Store, userId: string, code: string): Promise<CodeResult> {
  const whereCode = and(
    eq(recoveryCodes.userId, userId),
    eq(recoveryCodes.mark, sealer.mark(code, recoveryContext(userId))),
  )
  const taken = await db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(whereCode, isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId })
  if (taken.length > 0) return 'taken'
  return (await db.$count(recoveryCodes, whereCode)) > 0 ? 'reused' : 'wrong'
}

const recoveryCodeCount = 10

/** Replaces the person's recovery codes, and returns the new ones, which cannot be read again. */
export async function makeRecoveryCodes({ db, sealer }: Store, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => base32(randomBytes(15)).toLowerCase())
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, mark: sealer.mark(code, recoveryContext(userId)) })))
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'))
}

/** Time-based one-time passwords (RFC 6238), as all authenticator apps make them: SHA-1, 6 digits, 30 seconds. */
const stepSeconds = 30
const digits = 6

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret of 20 bytes, in Base32. */
export const newSecret = (): string => base32(randomBytes(20))

export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)] ?? '')
    .join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The address that an authenticator app reads from a QR code. */
export function appAddress(secret: string, account: string): string {
  const label = `Counterfoil:${account}`
  const query = new URLSearchParams({ secret, issuer: 'Counterfoil', digits: String(digits), period: '30' })
  return `otpauth://totp/${encodeURIComponent(label)}?${query}`
}

export const stepAt = (at: Date): number => Math.floor(at.valueOf() / 1000 / stepSeconds)

export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** Returns the time step whose code this is, or null. Accepts the step before and after, for clocks a little off. */
export function stepOf(secret: string, code: string, at: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const now = stepAt(at)
  const given = Buffer.from(code)
  const matching = [now, now - 1, now + 1].filter((step) =>
    timingSafeEqual(Buffer.from(codeOf(secret, step)), given),
  )
  return matching[0] ?? null
}
