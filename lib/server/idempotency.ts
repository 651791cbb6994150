import 'server-only'
import { createHash } from 'node:crypto'
import { and, asc, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '../db/database'
import type { ActorContext } from './context'
import { AppError, GatewayError } from './errors'
import { idempotencyKeys } from './tables/requests'

/** Finds out what became of a request whose answer was lost; null: still not known. */
export type Settle<Input, Result> = (
  context: ActorContext,
  input: Input,
  sentAt: Date,
) => Promise<Result | null>

type Request<Input, Result> = {
  route: string
  key: string
  input: Input
  run: () => Promise<Result>
  settle?: Settle<Input, Result>
  /** Doing it twice changes no more than doing it once: under another key it may be sent again. */
  repeatable?: boolean
  /** A person has looked and wants to send again what was lost, under a new key; looked for once more before that. */
  repeatsLost?: boolean
}

type Key = Pick<typeof idempotencyKeys.$inferSelect, 'shopId' | 'userId' | 'route' | 'key' | 'fingerprint'>

const maxKey = 255

/** An open request older than this was cut off with its process. */
const abandonedAfterMs = 2 * 60_000

/** What was lost may still be done by a slow gateway; after so long, one that is not there will not come any more. */
export const lostAfterMs = 60_000

const hours24 = sql`now() - interval '24 hours'`

/**
 * Runs a request at most once for its key (24 hours, per person and route): the same key answers the same
 * result, with another body it is a conflict. A request whose answer was lost stays unconfirmed: its key, and
 * any other that comes with the same request (a browser forgets its keys when a page is loaded again), only
 * try to settle it, and nothing is sent again, unless a person says so (`repeatsLost`).
 * @throws AppError `idempotency_conflict`, `in_progress`, `unconfirmed`, or what the request itself throws.
 */
export async function idempotent<Input, Result>(
  context: ActorContext,
  request: Request<Input, Result>,
): Promise<Result> {
  if (request.key.length > maxKey) throw new AppError('bad_request')
  const { db } = context.engine
  const row: Key = {
    shopId: context.shop.id,
    userId: context.actor.userId,
    route: request.route,
    key: request.key,
    fingerprint: createHash('sha256')
      .update(JSON.stringify(request.input) ?? '')
      .digest(),
  }
  const settle = async (sentAt: Date): Promise<Result | null> => {
    const settled = await request.settle?.(context, request.input, sentAt).catch((cause: unknown) => {
      // That nobody can be asked now says nothing of what was sent then.
      throw cause instanceof GatewayError ? new AppError('unconfirmed', { cause }) : cause
    })
    return settled ?? null
  }

  const lost = request.repeatable ? null : await findLost(db, row)
  if (lost) {
    if (isUnderWay(lost)) throw new AppError('in_progress')
    const settled = await settle(lost.createdAt)
    if (settled) {
      await finish(db, { ...row, key: lost.key }, 'done', settled)
      await claim(db, row)
      await finish(db, row, 'done', settled)
      return settled
    }
    if (!request.repeatsLost) throw new AppError('unconfirmed')
    await takeOver(db, row, lost)
  } else if (!(await claim(db, row))) {
    const [earlier] = await db.select().from(idempotencyKeys).where(isKey(row))
    if (!earlier) throw new AppError('in_progress') // It failed between our two statements: the caller may try again.
    if (!earlier.fingerprint.equals(row.fingerprint)) throw new AppError('idempotency_conflict')
    if (earlier.state === 'done') return earlier.response as Result
    if (isUnderWay(earlier)) throw new AppError('in_progress')
    const settled = await settle(earlier.createdAt)
    if (!settled) throw new AppError('unconfirmed')
    await finish(db, row, 'done', settled)
    return settled
  }
  return runOnce(db, row, request.run)
}

/** Runs the request whose key we hold, and notes what became of it. */
async function runOnce<Result>(db: Database, row: Key, run: () => Promise<Result>): Promise<Result> {
  const result = await run().catch(async (error: unknown) => {
    if (didNothing(error)) await db.delete(idempotencyKeys).where(isKey(row))
    else await finish(db, row, 'unconfirmed')
    throw error
  })
  await finish(db, row, 'done', result)
  return result
}

const isKey = ({ shopId, userId, route, key }: Key) =>
  and(
    eq(idempotencyKeys.shopId, shopId),
    eq(idempotencyKeys.userId, userId),
    eq(idempotencyKeys.route, route),
    eq(idempotencyKeys.key, key),
  )

/** Takes a key that nobody has; false where it is taken. */
async function claim(db: Database, row: Key): Promise<boolean> {
  const claimed = await db
    .insert(idempotencyKeys)
    .values({ ...row, state: 'open', createdAt: new Date() }) // By the clock that `first_seen_at` goes by.
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  return claimed.length > 0
}

/**
 * Makes a lost request's key ours, to send it again.
 * @throws AppError `in_progress` where the gateway may still be at it, or another has taken it over.
 */
async function takeOver(db: Database, row: Key, lost: Earlier): Promise<void> {
  const waitMs = lost.createdAt.valueOf() + lostAfterMs - Date.now()
  if (waitMs > 0) throw new AppError('in_progress', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  const taken = await db
    .update(idempotencyKeys)
    .set({ key: row.key, state: 'open', createdAt: new Date() })
    .where(and(isKey({ ...row, key: lost.key }), ne(idempotencyKeys.state, 'done')))
    .returning({ key: idempotencyKeys.key })
  if (taken.length === 0) throw new AppError('in_progress')
}

async function finish(
  db: Database,
  row: Key,
  state: 'done' | 'unconfirmed',
  response?: unknown,
): Promise<void> {
  await db.update(idempotencyKeys).set({ state, response }).where(isKey(row))
}

type Earlier = Pick<typeof idempotencyKeys.$inferSelect, 'key' | 'createdAt' | 'state'>

/** Its answer may still come; one that is older was cut off with its process. */
const isUnderWay = ({ state, createdAt }: Omit<Earlier, 'key'>): boolean =>
  state === 'open' && Date.now() - createdAt.valueOf() < abandonedAfterMs

/** The same request under another key, the earliest whose outcome is not known; null where this key is known. */
async function findLost(db: Database, row: Key): Promise<Earlier | null> {
  const [known] = await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(isKey(row))
  if (known) return null
  const [lost] = await db
    .select({ key: idempotencyKeys.key, createdAt: idempotencyKeys.createdAt, state: idempotencyKeys.state })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.shopId, row.shopId),
        eq(idempotencyKeys.userId, row.userId),
        eq(idempotencyKeys.route, row.route),
        eq(idempotencyKeys.fingerprint, row.fingerprint),
        ne(idempotencyKeys.state, sql`'done'`), // As the index has it, which a parameter would miss.
        gt(idempotencyKeys.createdAt, hours24),
      ),
    )
    .orderBy(asc(idempotencyKeys.createdAt))
    .limit(1)
  return lost ?? null
}

/** Only a refusal that is known to have changed nothing frees its key; anything else may have happened. */
const didNothing = (error: unknown): boolean =>
  error instanceof AppError &&
  error.code !== 'unconfirmed' &&
  !(error instanceof GatewayError && error.mayHaveHappened)

/** Forgets keys after their 24 hours. */
export async function forgetOldKeys(db: Database): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, hours24))
}
