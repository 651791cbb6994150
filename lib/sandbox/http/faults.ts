import 'server-only'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { Database } from '../../db/database'
import { holdsStorable } from '../../gateway/values'
import { faults } from '../tables/faults'
import { endpoints, type EndpointName } from './endpoints'
import type { Call } from './call'
import { gatewayErrors, invalid, json } from './refusal'
import { setTimeout as wait } from 'node:timers/promises'

const remaining = z.int().min(1).max(1000)

/** Shared by what answers otherwise than it should: whether the request is carried out all the same. */
const happens = z.boolean().default(false)

const callFaults = [
  /** Carried out after so many milliseconds, at most two minutes. */
  z.strictObject({ kind: z.literal('slow'), ms: z.int().min(1).max(120_000) }),
  /** This status; `body` is any JSON, `retry_after` the header of that name in seconds. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    body: z.json().refine(holdsStorable, 'invalid').optional(),
    retry_after: z.int().min(0).max(86_400).optional(),
    happens,
  }),
  /** The connection breaks half-way through the answer. */
  z.strictObject({ kind: z.literal('cut'), happens }),
  /** The answer is JSON that ends too early. */
  z.strictObject({ kind: z.literal('malformed'), happens }),
  /** The answer is a page, as of some proxy. */
  z.strictObject({ kind: z.literal('html'), happens }),
  /** Carried out, and the connection breaks before the answer begins. */
  z.strictObject({ kind: z.literal('lost') }),
] as const

const notificationFaults = [
  z.strictObject({ kind: z.literal('twice') }),
  z.strictObject({ kind: z.literal('out_of_order') }),
  /** Sent so many seconds later, at most a day. */
  z.strictObject({ kind: z.literal('late'), seconds: z.int().min(1).max(86_400) }),
] as const

const callFault = z.discriminatedUnion('kind', callFaults)
const notificationFault = z.discriminatedUnion('kind', notificationFaults)
type CallFault = z.output<typeof callFault>
type NotificationFault = z.output<typeof notificationFault>

const names = Object.keys(endpoints) as EndpointName[]
const heading = z.object({ endpoint: z.enum([...names, 'notifications']), count: remaining.default(1) })

/**
 * POST /sandbox/faults `{endpoint, kind, count, …}`: the next `count` (1 to 1000, default 1) calls of this shop
 * to the endpoint go wrong in this way; faults of one endpoint are used up in the order they came. For
 * `notifications` a call is one notification that is queued. 201 and the fault. @throws Refusal 422
 */
export async function orderFault({ engine, shop, body }: Call): Promise<Response> {
  const { endpoint, count, ...rest } = await body()
  const head = heading.safeParse({ endpoint, count })
  const about = endpoint === 'notifications' ? notificationFault : callFault
  const parsed = about.safeParse(rest)
  if (!head.success || !parsed.success)
    throw invalid(gatewayErrors([...(head.error?.issues ?? []), ...(parsed.error?.issues ?? [])]))
  const { kind, ...parameters } = parsed.data
  const [row] = await engine.db
    .insert(faults)
    .values({
      shopId: shop.id,
      id: uuidv7(),
      endpoint: head.data.endpoint,
      kind,
      parameters,
      remaining: head.data.count,
    })
    .returning()
  if (!row) throw new Error('the new fault was not returned')
  return json(faultAnswer(row), 201)
}

/** GET /sandbox/faults: what has still to happen to this shop, oldest first. */
export async function listFaults({ engine, shop }: Call): Promise<Response> {
  const rows = await engine.db.select().from(faults).where(eq(faults.shopId, shop.id)).orderBy(asc(faults.id))
  return json(rows.filter((row) => row.remaining > 0).map(faultAnswer))
}

/** DELETE /sandbox/faults: nothing happens any more. 204. */
export async function clearFaults({ engine, shop }: Call): Promise<Response> {
  await engine.db.delete(faults).where(eq(faults.shopId, shop.id))
  return new Response(null, { status: 204 })
}

const faultAnswer = ({ id, endpoint, kind, parameters, remaining: count }: typeof faults.$inferSelect) => ({
  id,
  endpoint,
  kind,
  ...parameters,
  count,
})

/**
 * Uses up one call of the shop's oldest fault of this endpoint; null where there is none. Atomic: of several
 * calls at once, no more than `count` are befallen.
 */
export async function takeFault(db: Database, shopId: number, name: EndpointName): Promise<CallFault | null>
export async function takeFault(
  db: Database,
  shopId: number,
  name: 'notifications',
): Promise<NotificationFault | null>
export async function takeFault(
  db: Database,
  shopId: number,
  name: EndpointName | 'notifications',
): Promise<CallFault | NotificationFault | null> {
  const here = and(eq(faults.shopId, shopId), eq(faults.endpoint, name), gt(faults.remaining, 0))
  // Seen without a lock first: nearly every call finds nothing, and should write and wait for nothing.
  for (;;) {
    const [oldest] = await db
      .select({ id: faults.id })
      .from(faults)
      .where(here)
      .orderBy(asc(faults.id))
      .limit(1)
    if (!oldest) return null
    const [taken] = await db
      .update(faults)
      .set({ remaining: sql`${faults.remaining} - 1` })
      .where(and(here, eq(faults.id, oldest.id)))
      .returning()
    // Another call took the last of it in between: the next oldest is looked for.
    if (!taken) continue
    if (taken.remaining === 0)
      await db.delete(faults).where(and(eq(faults.shopId, shopId), eq(faults.id, taken.id)))
    const parse = name === 'notifications' ? notificationFault : callFault
    return parse.parse({ kind: taken.kind, ...taken.parameters })
  }
}

/**
 * Answers a call as the fault says. `run` carries it out; whether that happens at all is up to the fault, and
 * what it answers is forgotten except by `slow`.
 */
export async function inflict(fault: CallFault, run: () => Promise<Response>): Promise<Response> {
  if (fault.kind === 'slow') {
    await wait(fault.ms)
    return run()
  }
  if (fault.kind === 'lost' || fault.happens) await run()
  switch (fault.kind) {
    case 'status':
      return statusAnswer(fault)
    case 'cut':
      return cutAfter('{"id": "')
    case 'lost':
      return cutAfter('')
    case 'malformed':
      return new Response('{"id": "prd_', { headers: { 'Content-Type': 'application/json' } })
    case 'html':
      return new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  }
}

const page =
  '<!doctype html>\n<html><head><title>Service</title></head><body><h1>Please try again</h1></body></html>\n'

/** Statuses that have no body. */
const bodiless = new Set([204, 205, 304])

function statusAnswer({ status, body, retry_after: seconds }: CallFault & { kind: 'status' }): Response {
  const headers: Record<string, string> = seconds === undefined ? {} : { 'Retry-After': String(seconds) }
  if (bodiless.has(status)) return new Response(null, { status, headers })
  return json(body ?? { message: `Fault: ${status}` }, status, headers)
}

/** An answer that promises more than it sends: whoever serves it breaks the connection when the stream fails. */
function cutAfter(sent: string): Response {
  let left = sent
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (left === '') {
        // What was sent has to be on its way before the connection breaks.
        if (sent !== '') await wait(50)
        controller.error(new Error('the answer is cut, as ordered by POST /sandbox/faults'))
        return
      }
      controller.enqueue(new TextEncoder().encode(left))
      left = ''
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'application/json', 'Content-Length': '512' } })
}
