import 'server-only'
import { eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { engine } from '../db/engine'
import type { ProductCreateInput } from '../gateway/product'
import { sampleCustomers } from './seed-customers'
import { sampleProducts } from './seed-products'
import { loadShop, type Shop } from './shops'
import { shops } from './tables/shops'

const listedProducts = z.array(z.object({ name: z.string() }))
const listedCustomers = z.array(z.object({ email: z.string() }))
const made = z.object({ id: z.string() })

/** What was made, and what was sent to make it: the interface does not echo all of it. */
export type Seeded = { shopId: number; id: string; product: ProductCreateInput }

/**
 * Puts the sample products and customers into every shop that is new, through the sandbox's own interface at `baseUrl` (such
 * as http://127.0.0.1:3000/sandbox), which must be listening. Once for a shop; a run that was cut goes on
 * where it stopped.
 * @returns the products that this run made. @throws where the sandbox refuses.
 */
export async function seedSandbox(baseUrl: string): Promise<Seeded[]> {
  const { db, sealer } = engine.get()
  const seeded: Seeded[] = []
  const unseeded = await db.select({ id: shops.id }).from(shops).where(isNull(shops.seededAt))
  for (const { id } of unseeded) {
    const shop = await loadShop(db, sealer, id)
    if (shop) {
      seeded.push(...(await seedProducts(baseUrl, shop)))
      await seedCustomers(baseUrl, shop)
    }
    await db.update(shops).set({ seededAt: new Date() }).where(eq(shops.id, id))
  }
  return seeded
}

async function seedProducts(baseUrl: string, shop: Shop): Promise<Seeded[]> {
  const seeded: Seeded[] = []
  const call = client(`${baseUrl}/products`, shop)
  const present = new Set(listedProducts.parse(await (await call('GET')).json()).map(({ name }) => name))
  // One after the other, the last first: the list shows the newest first.
  for (const product of sampleProducts(Date.now()).toReversed()) {
    if (present.has(product.name)) continue
    const { id } = made.parse(await (await call('POST', product)).json())
    seeded.push({ shopId: shop.id, id, product })
  }
  return seeded
}

async function seedCustomers(baseUrl: string, shop: Shop): Promise<void> {
  const call = client(`${baseUrl}/customers`, shop)
  const list = listedCustomers.parse(await (await call('GET')).json())
  const present = new Set(list.map(({ email }) => email))
  for (const customer of sampleCustomers.toReversed()) {
    if (!present.has(customer.email)) await call('POST', customer)
  }
}

function client(url: string, { id, secretKey }: Shop) {
  const authorization = `Basic ${Buffer.from(`${id}:${secretKey}`).toString('base64')}`
  return async (method: string, body?: unknown): Promise<Response> => {
    const answer = await fetch(url, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: 'manual',
      cache: 'no-store',
    })
    if (!answer.ok) throw new Error(`seeding the sandbox: ${method} ${url} answered ${answer.status}`)
    return answer
  }
}
