import 'server-only'
import { createHash } from 'node:crypto'
import { rightsKey } from '../../permissions'
import type { ActorContext } from '../context'
import { AppError, GatewayError } from '../errors'
import { answerUnconfirmed, claimKey, finish, release, repeatLost, type Key } from './idempotency-keys'

/** Finds the result of a request whose answer was lost; null if it is still unknown. */
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
  /** Safe to repeat: another key may send it again. */
  isRepeatable?: boolean
  /** A person wants to send the lost request again, under a new key. Its result is searched for once more first. */
  isRepeatOfLost?: boolean
}

const maxKey = 255

/**
 * Runs a request at most once per key (24 hours, per person and route). The same key returns the same result; with
 * another body it is a conflict, and so it is with other rights, such as another token of the person: the result may
 * show what these do not.
 *
 * A request whose answer was lost stays unconfirmed. Its key only tries to settle it, and so does any other key with
 * an equal request, because a browser loses its keys on reload. It is sent again only if a person asks for that
 * (`isRepeatOfLost`), and only once: later repetitions get the answer of the first.
 * @throws AppError `idempotency_conflict`, `in_progress`, `unconfirmed`, or what the request itself throws.
 */
export async function idempotent<Input, Result>(
  context: ActorContext,
  request: Request<Input, Result>,
): Promise<Result> {
  if (request.key.length > maxKey) throw new AppError('bad_request')
  const { db } = context.engine
  const key: Key = {
    shopId: context.shop.id,
    userId: context.actor.userId,
    route: request.route,
    key: request.key,
    fingerprint: createHash('sha256')
      .update(JSON.stringify(request.input) ?? '')
      .digest(),
  }
  const begun = await claimKey(db, key, request)
  if (begun.state === 'conflict') throw new AppError('idempotency_conflict')
  if (begun.state === 'under_way') throw new AppError('in_progress')
  if (begun.state === 'answered') return resultFor(context, begun.response)
  if (begun.state === 'lost') {
    const settled = await settle(context, request, begun.sentAt)
    if (settled) {
      await answerUnconfirmed(db, key, begun.lostKey, stored(context, settled))
      return settled
    }
    if (!request.isRepeatOfLost || begun.lostKey === key.key) throw new AppError('unconfirmed')
    await repeatLost(db, key, begun.lostKey)
  }
  return runOnce(context, key, request.run)
}

async function settle<Input, Result>(
  context: ActorContext,
  request: Request<Input, Result>,
  sentAt: Date,
): Promise<Result | null> {
  const settled = await request.settle?.(context, request.input, sentAt).catch((cause: unknown) => {
    // An outage now does not show what happened to the earlier request.
    throw cause instanceof GatewayError ? new AppError('unconfirmed', { cause }) : cause
  })
  return settled ?? null
}

/** Runs the request whose key we hold, and stores its result. */
async function runOnce<Result>(context: ActorContext, key: Key, run: () => Promise<Result>): Promise<Result> {
  const { db } = context.engine
  const result = await run().catch(async (error: unknown) => {
    if (hadNoEffect(error)) await release(db, key)
    else await finish(db, key, 'unconfirmed')
    throw error
  })
  await finish(db, key, 'done', stored(context, result))
  return result
}

/** The member of a stored result with the rights of who got it. */
const rightsMember = '$rights'

const stored = <Result>({ actor }: ActorContext, result: Result): object => ({
  ...result,
  [rightsMember]: rightsKey(actor),
})

/**
 * Returns a stored result. Those that an earlier release stored are without rights.
 * @throws AppError `idempotency_conflict` if it was given to other rights
 */
function resultFor<Result>({ actor }: ActorContext, response: unknown): Result {
  const { [rightsMember]: rights, ...result } = response as Record<string, unknown>
  if (rights !== undefined && rights !== rightsKey(actor)) throw new AppError('idempotency_conflict')
  return result as Result
}

/** Only an error that certainly changed nothing frees the key. */
const hadNoEffect = (error: unknown): boolean =>
  error instanceof AppError &&
  error.code !== 'unconfirmed' &&
  !(error instanceof GatewayError && error.mayHaveHappened)
