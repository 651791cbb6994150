import 'server-only'
import { and, desc, eq, gt, isNotNull, isNull, lt, min, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { AppError } from '../errors'
import { idempotencyKeys } from '../tables/requests'

export type Key = Pick<
  typeof idempotencyKeys.$inferSelect,
  'shopId' | 'userId' | 'route' | 'key' | 'fingerprint'
>

/** An open request older than this belonged to a process that ended. */
const abandonedAfterMs = 2 * 60_000

/** After a lost answer, a slow gateway may still process the request for this time. */
export const lostAfterMs = 60_000

const hours24 = sql`now() - interval '24 hours'`

/**
 * What is known of a request. `ours`: it is new, and we now hold its key. `lost`: it was sent under `lostKey`, and its
 * answer was lost; `sentAt` is when it was first sent.
 */
type KeyState =
  | { state: 'ours' | 'conflict' | 'under_way' }
  | { state: 'answered'; response: unknown }
  | { state: 'lost'; lostKey: string; sentAt: Date }

/**
 * Decides what to do with a request. Takes equal requests one at a time, even with different keys: of two sent together,
 * the second finds the first. If `isRepeatable`, a request under another key does not matter.
 */
export async function claimKey(
  db: Database,
  key: Key,
  { isRepeatable = false, isRepeatOfLost = false }: { isRepeatable?: boolean; isRepeatOfLost?: boolean },
): Promise<KeyState> {
  return db.transaction(async (tx) => {
    await lockSame(tx, key)
    const [known] = await tx.select().from(idempotencyKeys).where(whereKey(key))
    if (known && !known.fingerprint.equals(key.fingerprint)) return { state: 'conflict' }
    if (known?.state === 'done') return { state: 'answered', response: known.response }
    const lost = known ?? (isRepeatable ? null : await findLost(tx, key))
    if (lost) {
      if (isUnderWay(lost)) return { state: 'under_way' }
      return { state: 'lost', lostKey: lost.key, sentAt: (await firstSentAt(tx, key)) ?? lost.createdAt }
    }
    const resolved = isRepeatOfLost && !isRepeatable ? await findResolved(tx, key) : null
    const isOurs = await insert(tx, key, resolved ? { state: 'done', response: resolved.response } : {})
    // The same key came with another body at the same time. When the caller tries again, it is a conflict.
    if (!isOurs) return { state: 'under_way' }
    return resolved ? { state: 'answered', response: resolved.response } : { state: 'ours' }
  })
}

/** Stores the answer that was found for a lost request, under the lost key and under ours. */
export async function answerUnconfirmed(
  db: Database,
  key: Key,
  lostKey: string,
  response: unknown,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSame(tx, key)
    await tx
      .update(idempotencyKeys)
      .set({ state: 'done', response, resolvedBy: sql`coalesce(${idempotencyKeys.resolvedBy}, ${key.key})` })
      .where(whereKeyOrResolvedBy({ ...key, key: lostKey }))
    await insert(tx, key, { state: 'done', response })
  })
}

/**
 * Takes our key, to send a lost request again.
 * @throws AppError `in_progress` while the gateway may still process it, or while another key repeats it.
 */
export async function repeatLost(db: Database, key: Key, lostKey: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSame(tx, key)
    const lost = await findLost(tx, key)
    if (lost?.key !== lostKey) throw new AppError('in_progress')
    const waitMs = lost.createdAt.valueOf() + lostAfterMs - Date.now()
    if (waitMs > 0) throw new AppError('in_progress', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
    await tx
      .update(idempotencyKeys)
      .set({ state: 'unconfirmed', resolvedBy: key.key })
      .where(and(whereSame(key), whereOpen))
    if (!(await insert(tx, key, {}))) throw new AppError('in_progress')
  })
}

/** Stores the result of our request; an answer also for the lost requests that it repeats. */
export async function finish(
  db: Database,
  key: Key,
  state: 'done' | 'unconfirmed',
  response?: unknown,
): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ state, response })
    .where(state === 'done' ? whereKeyOrResolvedBy(key) : whereKey(key))
}

/** Frees the key of a request that changed nothing. The lost requests that it was to repeat stay lost. */
export async function release(db: Database, key: Key): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(idempotencyKeys)
      .set({ resolvedBy: null })
      .where(and(wherePerson(key), eq(idempotencyKeys.resolvedBy, key.key), whereOpen))
    await tx.delete(idempotencyKeys).where(whereKey(key))
  })
}

export async function forgetOldKeys(db: Database): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, hours24))
}

const wherePerson = ({ shopId, userId, route }: Key) =>
  and(
    eq(idempotencyKeys.shopId, shopId),
    eq(idempotencyKeys.userId, userId),
    eq(idempotencyKeys.route, route),
  )

const whereKey = (key: Key) => and(wherePerson(key), eq(idempotencyKeys.key, key.key))

const whereKeyOrResolvedBy = (key: Key) =>
  and(wherePerson(key), or(eq(idempotencyKeys.key, key.key), eq(idempotencyKeys.resolvedBy, key.key)))

/** The same request by the same person within 24 hours, under any key. */
const whereSame = (key: Key) =>
  and(
    wherePerson(key),
    eq(idempotencyKeys.fingerprint, key.fingerprint),
    gt(idempotencyKeys.createdAt, hours24),
  )

/** Requests without an answer yet. A literal: the planner would not match a parameter to the partial index. */
const whereOpen = ne(idempotencyKeys.state, sql`'done'`)

/** Waits for the lock that equal requests share, and holds it until the transaction ends. */
async function lockSame(tx: Database, { shopId, userId, route, fingerprint }: Key): Promise<void> {
  const same = [shopId, userId, route, fingerprint.toString('hex')].join(' ')
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${same}, 0))`)
}

type Outcome = Partial<Pick<typeof idempotencyKeys.$inferSelect, 'state' | 'response'>>

/** @returns false if the key is taken. */
async function insert(
  tx: Database,
  key: Key,
  { state = 'open', response = null }: Outcome,
): Promise<boolean> {
  const inserted = await tx
    .insert(idempotencyKeys)
    .values({ ...key, state, response, createdAt: new Date() }) // By this process's clock, which also dates the records.
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  return inserted.length > 0
}

type Earlier = Pick<typeof idempotencyKeys.$inferSelect, 'key' | 'createdAt' | 'state'>

/** Returns whether the answer may still come. After `abandonedAfterMs`, the process that was to answer has ended. */
const isUnderWay = ({ state, createdAt }: Earlier): boolean =>
  state === 'open' && Date.now() - createdAt.valueOf() < abandonedAfterMs

/** Returns the latest equal request that is under way or lost, and that no other request repeats. */
async function findLost(tx: Database, key: Key): Promise<Earlier | null> {
  const [lost] = await tx
    .select({ key: idempotencyKeys.key, createdAt: idempotencyKeys.createdAt, state: idempotencyKeys.state })
    .from(idempotencyKeys)
    .where(and(whereSame(key), whereOpen, isNull(idempotencyKeys.resolvedBy)))
    .orderBy(desc(idempotencyKeys.createdAt))
    .limit(1)
  return lost ?? null
}

/** Returns when the first of the equal requests without an answer was sent. The search for its result begins there. */
async function firstSentAt(tx: Database, key: Key): Promise<Date | null> {
  const [first] = await tx
    .select({ at: min(idempotencyKeys.createdAt) })
    .from(idempotencyKeys)
    .where(and(whereSame(key), whereOpen))
  return first?.at ?? null
}

/** Returns the answer of the latest equal request that was lost and later found or repeated. */
async function findResolved(tx: Database, key: Key): Promise<{ response: unknown } | null> {
  const [resolved] = await tx
    .select({ response: idempotencyKeys.response })
    .from(idempotencyKeys)
    .where(and(whereSame(key), eq(idempotencyKeys.state, 'done'), isNotNull(idempotencyKeys.resolvedBy)))
    .orderBy(desc(idempotencyKeys.createdAt))
    .limit(1)
  return resolved ?? null
}
