import 'server-only'
import { and, eq, inArray, isNotNull, lt, or } from 'drizzle-orm'
import type { LiveEvent } from '../../events'
import type { Database } from '../../../db/database'
import type { ActorContext, ShopContext } from '../context'
import { AppError, GatewayError } from '../errors'
import { streamList } from '../../../gateway/client/stream-list'
import { publishLiveEvent } from '../live'
import type { Mirror } from './mirror'
import { syncAfterUnconfirmed } from './keep-fresh'

/** How one kind of resource is created at the gateway and mirrored. */
export type Creation<Input, Reply extends { id: string }, Detail> = {
  mirror: Mirror<Reply>
  /** Kind of the live event; also its name in the log. */
  kind: Extract<LiveEvent['kind'], 'product' | 'customer'>
  /** Calls the gateway. @throws GatewayError */
  send: (context: ShopContext, input: Input) => Promise<Reply>
  /** Whether an entry of the gateway's list may be the result of this request. */
  isWhatWasSent: (reply: Reply, input: Input, sentAt: Date) => boolean
  keep: (tx: Database, shopId: string, reply: Reply, at: Date) => Promise<void>
  /** Stores who created it and from which input, and records the activity. */
  sign: (tx: Database, context: ActorContext, reply: Reply, input: Input, at: Date) => Promise<void>
  detail: (context: ActorContext, id: string) => Promise<Detail>
}

/**
 * Creates one at the gateway, then writes mirror and activity in one transaction. Never sends a create twice: when the
 * answer is lost, looks for the result in the gateway's list. `isSettling: false` leaves that to the caller, because
 * while similar creates are running, the result of another one could be taken for this one's.
 * @throws GatewayError with the gateway's field errors, or AppError `unconfirmed` if it may exist.
 */
export async function createOnce<Input, Reply extends { id: string }, Detail>(
  making: Creation<Input, Reply, Detail>,
  context: ActorContext,
  input: Input,
  { isSettling = true } = {},
): Promise<Detail> {
  const unknown = (cause: unknown) => unconfirmed(context, making.mirror, cause)
  const sentAt = new Date()
  let reply: Reply
  try {
    reply = await making.send(context, input)
    await refuseKnown(making.mirror, context, reply.id, sentAt)
  } catch (error) {
    if (!(error instanceof GatewayError) || !error.mayHaveHappened) throw error
    if (!isSettling) throw unknown(error)
    const settled = await settleLost(making, context, { input, sentAt }).catch((cause: unknown) => {
      throw unknown(cause)
    })
    if (!settled) throw unknown(error)
    return settled
  }
  try {
    await storeCreated(making, context, { input, reply, isSettling: false })
    return await making.detail(context, reply.id)
  } catch (error) {
    // It exists at the gateway, although we could not store it. A retry would create a second one.
    context.log.error({ err: error, [making.kind]: reply.id }, `${making.kind} created but not kept`)
    throw unknown(error)
  }
}

/**
 * @throws GatewayError if the answer names something that existed before: whether anything was created is then unknown.
 */
async function refuseKnown<Reply extends { id: string }>(
  mirror: Mirror<Reply>,
  context: ShopContext,
  id: string,
  sentAt: Date,
): Promise<void> {
  let cause: unknown = new Error('the answer names what was there before')
  try {
    if (!(await knownIds(context, mirror, [id], sentAt)).has(id)) return
  } catch (error) {
    cause = error
  }
  throw new GatewayError('gateway_unreadable', { mayHaveHappened: true, cause })
}

/**
 * Looks for the result of an unconfirmed create. Returns null if it is still unknown whether it exists.
 * @throws AppError `unconfirmed` if several could be it. A person has to look; it must not be created again.
 */
export async function settleLost<Input, Reply extends { id: string }, Detail>(
  making: Creation<Input, Reply, Detail>,
  context: ActorContext,
  { input, sentAt, read }: Lost<Input>,
): Promise<Detail | null> {
  const reply = await findCreated(making, context, { input, sentAt, read })
  if (!reply || !(await storeCreated(making, context, { input, reply, isSettling: true }))) return null
  return making.detail(context, reply.id)
}

/** Finds the one entry of the gateway's list that matches the request and whose ID was not known before. */
async function findCreated<Input, Reply extends { id: string }, Detail>(
  { mirror, isWhatWasSent }: Creation<Input, Reply, Detail>,
  context: ShopContext,
  { input, sentAt, read }: Lost<Input>,
): Promise<Reply | null> {
  const isAlike = (reply: Reply) => isWhatWasSent(reply, input, sentAt)
  const alike = read
    ? (await read(mirror)).filter(isAlike)
    : await readUnknown(context, mirror, { since: sentAt, isWanted: isAlike })
  const known = await knownIds(
    context,
    mirror,
    alike.map(({ id }) => id),
    sentAt,
  )
  const found = new Map(alike.filter(({ id }) => !known.has(id)).map((reply) => [reply.id, reply]))
  if (found.size > 1) throw new AppError('unconfirmed')
  const [reply = null] = found.values()
  return reply
}

type Lost<Input> = {
  input: Input
  sentAt: Date
  /** Reads the list for several lost requests at once. */
  read?: ReadOnce | undefined
}

/** Returns the entries of the gateway's list that were not known before. The first call for a list reads it. */
export type ReadOnce = <Reply extends { id: string }>(mirror: Mirror<Reply>) => Promise<Reply[]>

/**
 * For settling many requests in a row: each would otherwise read the whole list. `since`: before the first of them was
 * sent.
 */
export function readOnce(context: ShopContext, since: Date): ReadOnce {
  const lists = new Map<object, Promise<unknown>>()
  return <Reply extends { id: string }>(mirror: Mirror<Reply>) => {
    const list = lists.get(mirror) ?? readUnknown(context, mirror, { since, isWanted: () => true })
    lists.set(mirror, list)
    return list as Promise<Reply[]>
  }
}

async function readUnknown<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
  { since, isWanted }: { since: Date; isWanted: (reply: Reply) => boolean },
): Promise<Reply[]> {
  const unknown: Reply[] = []
  for await (const elements of streamList(context, mirror.address(context))) {
    const wanted = elements
      .flatMap(({ value }) => mirror.reply.safeParse(value).data ?? [])
      .filter((reply) => isWanted(reply))
    const ids = wanted.map(({ id }) => id)
    const known = await knownIds(context, mirror, ids, since)
    unknown.push(...wanted.filter(({ id }) => !known.has(id)))
  }
  return unknown
}

/** Returns the IDs that were mirrored before the request was sent, or that are the result of another request. */
async function knownIds<Reply extends { id: string }>(
  { engine, shop }: ShopContext,
  { table }: Mirror<Reply>,
  ids: string[],
  sentAt: Date,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const whereKnown = or(lt(table.firstSeenAt, sentAt), isNotNull(table.submittedAt))
  const rows = (await engine.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.shopId, shop.id), inArray(table.id, ids), whereKnown))) as { id: string }[]
  return new Set(rows.map(({ id }) => id))
}

/**
 * Stores the reply as the result of this request. When settling, returns false if it already is the result of another
 * request, as when two unconfirmed creates are settled at the same time.
 */
async function storeCreated<Input, Reply extends { id: string }, Detail>(
  { mirror: { table }, kind, keep, sign }: Creation<Input, Reply, Detail>,
  context: ActorContext,
  { input, reply, isSettling }: { input: Input; reply: Reply; isSettling: boolean },
): Promise<boolean> {
  const { engine, shop } = context
  const now = new Date()
  const isKept = await engine.db.transaction(async (tx) => {
    await keep(tx, shop.id, reply, now)
    const taken = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.shopId, shop.id), eq(table.id, reply.id), isNotNull(table.submittedAt)))
    if (isSettling && taken.length > 0) return false
    await sign(tx, context, reply, input, now)
    return true
  })
  if (isKept) await publishLiveEvent(context, { kind, id: reply.id })
  return isKept
}

/** Returns the error for a write with an unknown result. Schedules a sync, because the gateway's list may show it. */
export function unconfirmed<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
  cause: unknown,
): AppError {
  syncAfterUnconfirmed(context, mirror)
  return new AppError('unconfirmed', { cause })
}
