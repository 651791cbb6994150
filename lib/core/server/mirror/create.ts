import 'server-only'
import { and, eq, inArray, isNotNull, lt, or } from 'drizzle-orm'
import type { LiveEvent } from '../../events'
import type { Database } from '../../../db/database'
import type { ActorContext, ShopContext } from '../context'
import { AppError, GatewayError } from '../errors'
import { streamList } from '../../../gateway/client/stream-list'
import { tellBrowsers } from '../live'
import type { Mirror } from './mirror'
import { unconfirmed } from './unconfirmed'

/** How one kind of thing is made at the gateway, and kept here. */
export type Making<Input, Reply extends { id: string }, Detail> = {
  mirror: Mirror<Reply>
  /** What browsers are told, and log lines call it. */
  kind: Extract<LiveEvent['kind'], 'product' | 'customer'>
  /** The endpoint. @throws GatewayError */
  send: (context: ShopContext, input: Input) => Promise<Reply>
  /** Whether something in the gateway's list may be what was sent then. */
  isWhatWasSent: (reply: Reply, input: Input, sentAt: Date) => boolean
  /** Writes a reply into the mirror. */
  keep: (tx: Database, shopId: string, reply: Reply, at: Date) => Promise<void>
  /** Writes down who made it, of what, and in the activity log. */
  sign: (tx: Database, context: ActorContext, reply: Reply, input: Input, at: Date) => Promise<void>
  detail: (context: ActorContext, id: string) => Promise<Detail>
}

/**
 * Makes one at the gateway, then writes mirror and activity in one transaction. A create whose answer was lost is
 * looked for in the gateway's list; it is never sent again. Not where the caller `settles` it later: while others like
 * it are under way, one of theirs would be taken for it.
 * @throws GatewayError with the gateway's field errors, or AppError `unconfirmed` where it may exist.
 */
export async function makeOnce<Input, Reply extends { id: string }, Detail>(
  making: Making<Input, Reply, Detail>,
  context: ActorContext,
  input: Input,
  { settles = true } = {},
): Promise<Detail> {
  const unknown = (cause: unknown) => unconfirmed(context, making.mirror, cause)
  const sentAt = new Date()
  let reply: Reply
  try {
    reply = await making.send(context, input)
  } catch (error) {
    if (!(error instanceof GatewayError) || !error.mayHaveHappened) throw error
    if (!settles) throw unknown(error)
    const settled = await settleLost(making, context, input, sentAt).catch((cause: unknown) => {
      throw unknown(cause)
    })
    if (!settled) throw unknown(error)
    return settled
  }
  try {
    await keepMade(making, context, { input, reply, settling: false })
    return await making.detail(context, reply.id)
  } catch (error) {
    // It exists, though we could not write it down: trying again would make a second one.
    context.log.error({ err: error, [making.kind]: reply.id }, `${making.kind} created but not kept`)
    throw unknown(error)
  }
}

/**
 * Looks for one whose creation was not answered; null: it is still not known whether it exists.
 * @throws AppError `unconfirmed` where several could be it: a person has to look, and none is to be made again.
 */
export async function settleLost<Input, Reply extends { id: string }, Detail>(
  making: Making<Input, Reply, Detail>,
  context: ActorContext,
  input: Input,
  sentAt: Date,
): Promise<Detail | null> {
  const reply = await findMade(making, context, input, sentAt)
  if (!reply || !(await keepMade(making, context, { input, reply, settling: true }))) return null
  return making.detail(context, reply.id)
}

/** In the gateway's list: an ID not known before, what was sent, and exactly one such. */
async function findMade<Input, Reply extends { id: string }, Detail>(
  { mirror, isWhatWasSent }: Making<Input, Reply, Detail>,
  context: ShopContext,
  input: Input,
  sentAt: Date,
): Promise<Reply | null> {
  let found: Reply | null = null
  for await (const elements of streamList(context, mirror.address(context))) {
    const alike = elements
      .flatMap(({ value }) => mirror.reply.safeParse(value).data ?? [])
      .filter((reply) => isWhatWasSent(reply, input, sentAt))
    const ids = alike.map(({ id }) => id)
    const known = await knownIds(context, mirror, ids, sentAt)
    for (const candidate of alike.filter(({ id }) => !known.has(id))) {
      if (found && found.id !== candidate.id) throw new AppError('unconfirmed')
      found = candidate
    }
  }
  return found
}

/** IDs that were here before the request was sent, or that are already known as the result of another one. */
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
 * Writes down that this is the result of this submission; false where, settling, it already is that of another one, as
 * when two lost creates are settled at the same time.
 */
async function keepMade<Input, Reply extends { id: string }, Detail>(
  { mirror: { table }, kind, keep, sign }: Making<Input, Reply, Detail>,
  context: ActorContext,
  { input, reply, settling }: { input: Input; reply: Reply; settling: boolean },
): Promise<boolean> {
  const { engine, shop } = context
  const now = new Date()
  const isKept = await engine.db.transaction(async (tx) => {
    await keep(tx, shop.id, reply, now)
    const taken = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.shopId, shop.id), eq(table.id, reply.id), isNotNull(table.submittedAt)))
    if (settling && taken.length > 0) return false
    await sign(tx, context, reply, input, now)
    return true
  })
  if (isKept) await tellBrowsers(context, { kind, id: reply.id })
  return isKept
}
