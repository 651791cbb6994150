import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { randomBytes } from 'node:crypto'
import { activity } from '../../core/server/tables/requests'
import { syncs } from '../../core/server/tables/mirrors'
import { productReply } from '../../gateway/products/product'
import { listen, type TestOffice } from '../../testing/office'
import { productListQuery } from '../schema'
import { listProducts } from './listing/list'
import { mirrorProducts } from './mirror/mirror'
import { products } from './tables'

type Made = Record<string, unknown> & { id: string }

/** For tests: a gateway on a real HTTP server that can lose its answers. */
export async function fakeGateway() {
  const made = new Map<string, Made>()
  /** `lost`: done, then the connection is cut. `refused`: the connection is cut at once. */
  const state = {
    create: 'answer' as 'answer' | 'lost' | 'refused',
    read: 'answer' as 'answer' | 'down',
    update: 'answer' as 'answer' | 'lost' | 'refused',
    creates: 0,
    reads: 0,
    /** The answer to a create, instead of the created product. */
    lie: null as object | null,
  }
  /** `list` and `read` run before what was taken earlier is sent. `update` runs after a change and before its answer. */
  const during = { list: async () => {}, read: async () => {}, update: async () => {} }

  const insert = (fields: Record<string, unknown>): Made => {
    const now = new Date().toISOString()
    const product = {
      id: `prd_${randomBytes(8).toString('hex')}`,
      created_at: now,
      updated_at: now,
      ...fields,
    }
    made.set(product.id, product)
    return product
  }
  const answer = (response: ServerResponse, status: number, body?: unknown) =>
    void response.writeHead(status).end(body === undefined ? '' : JSON.stringify(body))

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const fields = text ? (JSON.parse(text) as Record<string, unknown>) : {}
    const id = /^\/products\/([^/]+)$/.exec(request.url ?? '')?.[1]
    if (request.method === 'POST') {
      state.creates++
      if (state.create === 'refused') return request.socket.destroy()
      if (state.lie) return answer(response, 201, state.lie)
      // Not echoed: the interface does not require it.
      const {
        immortal: _i,
        expired_at: _e,
        return_url: _r,
        visible_fields: _v,
        amount,
        quantity,
        ...echoed
      } = fields
      const product = insert({
        ...echoed,
        amount: Number(amount),
        quantity: quantity === undefined ? null : Number(quantity),
      })
      return state.create === 'lost' ? request.socket.destroy() : answer(response, 201, product)
    }
    if (state.read === 'down' && request.method === 'GET') return answer(response, 503)
    if (id === undefined) {
      const list = [...made.values()]
      await during.list()
      return answer(response, 200, list)
    }
    if (request.method === 'GET') state.reads++
    const product = made.get(id)
    if (!product) return answer(response, 302, { message: 'Product is not found' })
    if (request.method === 'PUT') {
      if (state.update === 'refused') return request.socket.destroy()
      made.set(id, { ...product, ...fields, updated_at: new Date().toISOString() })
      await during.update()
      return state.update === 'lost' ? request.socket.destroy() : answer(response, 204)
    }
    await during.read()
    return answer(response, 200, product)
  }

  const server = await listen((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  return { ...server, made, insert, state, during }
}

/** For tests: empties the mirror and marks it as just synced, so that no list asks the gateway. */
export async function emptyCatalogue({ engine, context, whereShop }: TestOffice): Promise<void> {
  for (const table of [products, syncs, activity]) await engine.db.delete(table).where(whereShop(table))
  await engine.db
    .insert(syncs)
    .values({ shopId: context.shop.id, resource: 'products', syncedAt: new Date() })
}

/** For tests: inserts products into the mirror and lists them. */
export function catalogue(office: () => TestOffice) {
  let made = 0
  const insert = async (...replies: Record<string, unknown>[]) => {
    const { engine, context } = office()
    const parsed = replies.map((reply) =>
      productReply.parse({ id: `prd_${(++made).toString(16).padStart(16, '0')}`, ...reply }),
    )
    await mirrorProducts(engine.db, context.shop.id, parsed, new Date())
    return parsed.map(({ id }) => id)
  }
  const list = (query: Record<string, unknown> = {}) =>
    listProducts(office().context, productListQuery.parse(query))
  return {
    insert,
    list,
    named: (...names: string[]) => insert(...names.map((name) => ({ name }))),
    found: async (q: string, more: Record<string, unknown> = {}) =>
      (await list({ q, ...more })).items.map(({ name }) => name),
  }
}
