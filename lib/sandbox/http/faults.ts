import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { Database } from '../../db/database'
import { isStorableJson } from '../../gateway/values/storable'
import { faults } from '../tables/shops'
import { endpoints, type EndpointName, type Call } from './endpoints'
import { gatewayErrors, invalid, json } from './refusal'

const remaining = z.int().min(1).max(1000)

/** Whether a faulty call still carries out the request. */
const carriedOut = z.boolean().default(false)

const callFaults = [
  /** Carried out after `ms` milliseconds, at most two minutes. */
  z.strictObject({ kind: z.literal('slow'), ms: z.int().min(1).max(120_000) }),
  /** Answers `status`. `body` is any JSON; `retry_after` sets that header, in seconds. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    body: z.json().refine(isStorableJson, 'invalid').optional(),
    retry_after: z.int().min(0).max(86_400).optional(),
    happens: carriedOut,
  }),
  /** The connection breaks in the middle of the response. */
  z.strictObject({ kind: z.literal('cut'), happens: carriedOut }),
  /** Truncated JSON. */
  z.strictObject({ kind: z.literal('malformed'), happens: carriedOut }),
  /** An HTML page, as from a proxy. */
  z.strictObject({ kind: z.literal('html'), happens: carriedOut }),
  /** Carried out, but the connection breaks before the response begins. */
  z.strictObject({ kind: z.literal('lost') }),
] as const

/** A day: longer than any pause before a retry. */
export const longestLateSeconds = 86_400

const notificationFaults = [
  z.strictObject({ kind: z.literal('twice') }),
  z.strictObject({ kind: z.literal('out_of_order') }),
  /** Sent `seconds` later. */
  z.strictObject({ kind: z.literal('late'), seconds: z.int().min(1).max(longestLateSeconds) }),
] as const

const callFault = z.discriminatedUnion('kind', callFaults)
const notificationFault = z.discriminatedUnion('kind', notificationFaults)
type CallFault = z.output<typeof callFault>
type NotificationFault = z.output<typeof notificationFault>

const names = Object.keys(endpoints) as EndpointName[]
const heading = z.object({ endpoint: z.enum([...names, 'notifications']), count: remaining.default(1) })

/**
 * POST /sandbox/faults `{endpoint, kind, count, …}`: makes this shop's next `count` (1 to 1000, default 1) calls to the
 * endpoint fail this way. Faults of one endpoint apply in the order they were added. For `notifications` a call is one
 * queued notification. Returns 201 and the fault. @throws Refusal 422
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

/** GET /sandbox/faults: this shop's remaining faults, oldest first. */
export async function listFaults({ engine, shop }: Call): Promise<Response> {
  const rows = await engine.db.select().from(faults).where(eq(faults.shopId, shop.id)).orderBy(asc(faults.id))
  return json(rows.filter((row) => row.remaining > 0).map(faultAnswer))
}

/** DELETE /sandbox/faults: removes this shop's faults. 204. */
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
 * Uses up one call of the shop's oldest fault for this endpoint, or returns null. Atomic: concurrent calls never use a
 * fault more than `count` times.
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
  const whereFault = and(eq(faults.shopId, shopId), eq(faults.endpoint, name), gt(faults.remaining, 0))
  // Read without a lock first: most calls find no fault and should neither write nor wait.
  for (;;) {
    const [oldest] = await db
      .select({ id: faults.id })
      .from(faults)
      .where(whereFault)
      .orderBy(asc(faults.id))
      .limit(1)
    if (!oldest) return null
    const [taken] = await db
      .update(faults)
      .set({ remaining: sql`${faults.remaining} - 1` })
      .where(and(whereFault, eq(faults.id, oldest.id)))
      .returning()
    // Another call used the fault up in between: look for the next oldest.
    if (!taken) continue
    if (taken.remaining === 0)
      await db.delete(faults).where(and(eq(faults.shopId, shopId), eq(faults.id, taken.id)))
    const parse = name === 'notifications' ? notificationFault : callFault
    return parse.parse({ kind: taken.kind, ...taken.parameters })
  }
}

/**
 * Answers a call as the fault demands. `run` carries out the request, if the fault says so. Only `slow` returns its
 * response.
 */
export async function applyFault(fault: CallFault, run: () => Promise<Response>): Promise<Response> {
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

const bodiless = new Set([204, 205, 304])

function statusAnswer({ status, body, retry_after: seconds }: CallFault & { kind: 'status' }): Response {
  const headers: Record<string, string> = seconds === undefined ? {} : { 'Retry-After': String(seconds) }
  if (bodiless.has(status)) return new Response(null, { status, headers })
  return json(body ?? { message: `Fault: ${status}` }, status, headers)
}

/**
 * Returns a response that is shorter than its Content-Length: the server breaks the connection when the stream fails.
 */
function cutAfter(sent: string): Response {
  let left = sent
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (left === '') {
        // Lets the sent part leave before the connection breaks.
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
