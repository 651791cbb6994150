import 'server-only'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { v7 as uuidv7 } from 'uuid'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { defaultFilters, type ForwardingFilters } from '../schema'
import type { ActorContext } from '../../core/server/context'
import { processNotification } from '../../notifications/server/interpreting/process'
import { loadShop } from '../../core/server/shop/load'
import { notifications } from '../../notifications/server/tables'
import { shops } from '../../core/server/tables/shops'
import type { EngineKind } from '../../db/testing'
import { listen, whereShop, testOffice, type TestOffice } from '../../testing/office'
import { drainEndpoint } from './drain'
import { createEndpoint } from './endpoints'
import { listMessages, readMessage } from './messages'
import { forwardingMessages } from './tables'

type ReceivedPost = { headers: IncomingHttpHeaders; body: string; url: string }
type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** For tests: a receiver on this machine. Gives the queued answers, then 200. */
export async function openReceiver() {
  const posts: ReceivedPost[] = []
  const answers: Answer[] = []
  const receiver = await listen((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { headers, url = '' } = request
      posts.push({ headers, url, body: Buffer.concat(chunks).toString() })
      const answer = answers.shift() ?? ((ok) => ok.end('fine'))
      answer(response, request)
    })
  })
  return {
    ...receiver,
    posts,
    answers,
    uids: () => posts.map(({ body }) => JSON.parse(body).data.uid as string),
  }
}

export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    response.writeHead(code, headers).end(body)

/**
 * For tests: verifies a message as the Standard Webhooks specification says, independent of our signing code: any of
 * the signatures over `id.timestamp.body`, keyed with the Base64 after `whsec_`, and a recent timestamp.
 */
export function verify(secret: string, { headers, body }: Pick<ReceivedPost, 'headers' | 'body'>): boolean {
  const id = String(headers['webhook-id'])
  const timestamp = String(headers['webhook-timestamp'])
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.split('_')[1] as string, 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const [version, signature = ''] = one.split(',')
      const given = Buffer.from(signature, 'base64')
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
    })
}

/** For tests: shops with forwarding, and notifications that arrive. */
const forwardingOf = (office: TestOffice) => ({
  /** A sandbox shop. Its endpoints may be on this machine. */
  sandboxShop: async (id: string): Promise<ActorContext> => {
    await office.insertShop(id)
    await office.engine.db.update(shops).set({ mode: 'sandbox' }).where(eq(shops.id, id))
    const shop = await loadShop(office.engine.db, id)
    if (!shop) throw new Error('no shop')
    return { ...office.context, shop, actor: await office.insertPerson(id) }
  },
  endpoint: (context: ActorContext, url: string, filters: Partial<ForwardingFilters> = {}) =>
    createEndpoint(context, { name: 'Shop system', url, filters: { ...defaultFilters, ...filters } }),
  /** Stores and processes a notification and returns its ID. */
  arrive: async (
    context: ActorContext,
    transaction: Record<string, unknown> = {},
    row: Partial<typeof notifications.$inferInsert> = {},
  ): Promise<string> => {
    const id = uuidv7()
    const said = {
      uid: id,
      status: 'successful',
      type: 'payment',
      amount: 900,
      currency: 'EUR',
      ...transaction,
    }
    await office.engine.db.insert(notifications).values({
      shopId: context.shop.id,
      id,
      receivedAt: new Date(),
      lastReceivedAt: new Date(),
      body: Buffer.from(JSON.stringify({ transaction: said })),
      fingerprint: Buffer.from(id),
      headers: {},
      signature: 'absent',
      credentials: 'matched',
      authenticity: 'credentials',
      ...row,
    })
    await processNotification(context, id)
    return id
  },
})

/** For tests: a receiver, and a new sandbox shop before each test. */
export function forwardingBench(kind: EngineKind) {
  const office = testOffice(kind)
  const make = forwardingOf(office)
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  let context: ActorContext
  let shopCount = 0
  beforeAll(async () => {
    receiver = await openReceiver()
  })
  afterAll(() => receiver.close())
  beforeEach(async () => {
    context = await make.sandboxShop(`sandbox-${shopCount++}`)
    receiver.posts.length = 0
    receiver.answers.length = 0
  })
  const messages = async () => (await listMessages(context, { sort: '-created_at', limit: 50 })).items
  const set = (values: Record<string, unknown>) =>
    office.engine.db.update(forwardingMessages).set(values).where(whereShop(context.shop, forwardingMessages))
  return {
    office,
    make,
    messages,
    set,
    get receiver() {
      return receiver
    },
    get context() {
      return context
    },
    drain: (endpointId: string, limit?: number) =>
      drainEndpoint(office.engine, { shopId: context.shop.id, endpointId }, limit ? { limit } : undefined),
    only: async () => {
      const all = await messages()
      expect(all).toHaveLength(1)
      return readMessage(context, all[0]!.id)
    },
    makeDue: () => set({ nextAttemptAt: sql`now() - interval '1 second'` }),
  }
}
