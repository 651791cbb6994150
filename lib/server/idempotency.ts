import 'server-only'
import { createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
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
}

const maxKey = 255

/** An open request older than this was cut off with its process. */
const abandonedAfterMs = 2 * 60_000

/**
 * Runs a request at most once for its key (24 hours, per person and route): the same key answers the same
 * result, with another body it is a conflict. A request whose answer was lost stays unconfirmed: the same
 * key only tries to settle it, and nothing is sent again.
 * @throws AppError `idempotency_conflict`, `in_progress`, `unconfirmed`, or what the request itself throws.
 */
export async function idempotent<Input, Result>(
  context: ActorContext,
  request: Request<Input, Result>,
): Promise<Result> {
  if (request.key.length > maxKey) throw new AppError('bad_request')
  const { db } = context.engine
  const row = {
    shopId: context.shop.id,
    userId: context.actor.userId,
    route: request.route,
    key: request.key,
    fingerprint: createHash('sha256')
      .update(JSON.stringify(request.input) ?? '')
      .digest(),
  }
  const mine = and(
    eq(idempotencyKeys.shopId, row.shopId),
    eq(idempotencyKeys.userId, row.userId),
    eq(idempotencyKeys.route, row.route),
    eq(idempotencyKeys.key, row.key),
  )
  const finish = async (state: 'done' | 'unconfirmed', response?: unknown) => {
    await db.update(idempotencyKeys).set({ state, response }).where(mine)
  }

  const [claimed] = await db
    .insert(idempotencyKeys)
    .values({ ...row, state: 'open', createdAt: new Date() }) // By the clock that `first_seen_at` goes by.
    .onConflictDoNothing()
    .returning()
  if (!claimed) {
    const [earlier] = await db.select().from(idempotencyKeys).where(mine)
    if (!earlier) throw new AppError('in_progress') // It failed between our two statements: the caller may try again.
    if (!earlier.fingerprint.equals(row.fingerprint)) throw new AppError('idempotency_conflict')
    if (earlier.state === 'done') return earlier.response as Result
    if (earlier.state === 'open' && Date.now() - earlier.createdAt.valueOf() < abandonedAfterMs)
      throw new AppError('in_progress')
    const settled = await request.settle?.(context, request.input, earlier.createdAt)
    if (!settled) throw new AppError('unconfirmed')
    await finish('done', settled)
    return settled
  }

  const result = await request.run().catch(async (error: unknown) => {
    if (didNothing(error)) await db.delete(idempotencyKeys).where(mine)
    else await finish('unconfirmed')
    throw error
  })
  await finish('done', result)
  return result
}

/** Only a refusal that is known to have changed nothing frees its key; anything else may have happened. */
const didNothing = (error: unknown): boolean =>
  error instanceof AppError &&
  error.code !== 'unconfirmed' &&
  !(error instanceof GatewayError && error.mayHaveHappened)

/** Forgets keys after their 24 hours. */
export async function forgetOldKeys(db: Database): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`))
}
