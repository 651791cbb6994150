import 'server-only'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { v7 as uuidv7 } from 'uuid'
import { customerReply } from '../../gateway/customers/customer'
import { processNotification } from '../../notifications/server/interpreting/process'
import { notifications } from '../../notifications/server/tables'
import { syncs } from '../../core/server/tables/mirrors'
import { listen, type TestOffice } from '../../testing/office'
import { mirrorCustomers } from './reading/mirror'

type Made = Record<string, unknown> & { id: string }

/** For tests: a gateway for customers that can lose its answers, on a real HTTP server. */
export async function fakeGateway() {
  const made = new Map<string, Made>()
  /** `lost`: creates the customer, then cuts the connection. `unknown`: the answer for an unknown ID. */
  const state = {
    create: 'answer' as 'answer' | 'lost' | 'refused',
    unknown: { status: 404, body: { message: 'not found' } as unknown },
    creates: 0,
    reads: 0,
  }
  const answer = (response: ServerResponse, status: number, body: unknown) =>
    void response.writeHead(status).end(JSON.stringify(body))

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const id = /^\/customers\/([^/]+)$/.exec(request.url ?? '')?.[1]
    if (request.method === 'POST') {
      state.creates++
      if (state.create === 'refused')
        return answer(response, 422, { message: 'Ip is odd', errors: { ip: ['is odd'] } })
      const fields = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
      const customer = { id: `cst_${randomBytes(8).toString('hex')}`, ...fields }
      made.set(customer.id, customer)
      return state.create === 'lost' ? request.socket.destroy() : answer(response, 201, customer)
    }
    if (id === undefined) return answer(response, 200, [...made.values()])
    state.reads++
    const customer = made.get(id)
    return customer
      ? answer(response, 200, customer)
      : answer(response, state.unknown.status, state.unknown.body)
  }

  const server = await listen((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  return { ...server, made, state }
}

let count = 0

export function customersOf({ engine, context }: Pick<TestOffice, 'engine' | 'context'>) {
  const shopId = context.shop.id
  const store = async (body: unknown, authenticity: 'signature' | 'unverified', id: string = uuidv7()) => {
    await engine.db.insert(notifications).values({
      shopId,
      id,
      receivedAt: new Date(),
      lastReceivedAt: new Date(),
      body: Buffer.from(JSON.stringify(body)),
      fingerprint: randomBytes(32),
      headers: {},
      signature: authenticity === 'signature' ? 'verified' : 'failed',
      credentials: 'absent',
      authenticity,
    })
    return id
  }
  const receive = async (...stored: Parameters<typeof store>) => {
    const id = await store(...stored)
    await processNotification(context, id)
    return id
  }
  const payment = (transaction: Record<string, unknown>, uid: string) => ({
    transaction: { uid, status: 'successful', type: 'payment', amount: 500, currency: 'EUR', ...transaction },
  })
  return {
    /** Pretends a recent sync, so that lists do not ask the gateway. */
    synced: () => engine.db.insert(syncs).values({ shopId, resource: 'customers', syncedAt: new Date() }),
    /** Returns the IDs. */
    insert: async (...replies: Record<string, unknown>[]): Promise<string[]> => {
      const parsed = replies.map((reply) =>
        customerReply.parse({ id: `cst_${(++count).toString(16).padStart(16, '0')}`, ...reply }),
      )
      await engine.db.transaction((tx) => mirrorCustomers(tx, shopId, parsed, new Date()))
      return parsed.map(({ id }) => id)
    },
    /** Receives and processes a payment's notification; returns its ID. */
    notify: (
      transaction: Record<string, unknown>,
      authenticity: 'signature' | 'unverified' = 'signature',
    ): Promise<string> => {
      const id = uuidv7()
      return receive(payment(transaction, id), authenticity, id)
    },
    store: (transaction: Record<string, unknown>): Promise<string> => {
      const id = uuidv7()
      return store(payment(transaction, id), 'signature', id)
    },
    /** Blocks the processing of notifications while `work` runs. */
    withoutProcessing: async (work: () => Promise<void>) => {
      await engine.db.execute(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'refused'; END $$`)
      await engine.db
        .execute(`CREATE TRIGGER refuse BEFORE UPDATE OF processed_at ON notifications FOR EACH ROW
        WHEN (NEW.processed_at IS NOT NULL) EXECUTE FUNCTION refuse()`)
      try {
        await work()
      } finally {
        await engine.db.execute('DROP FUNCTION refuse CASCADE')
      }
    },
    notifyWhole: (body: unknown, authenticity: 'signature' | 'unverified' = 'signature') =>
      receive(body, authenticity),
  }
}
