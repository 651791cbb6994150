/** Products according to the sandbox itself, independent of the application. */
import { setTimeout as sleep } from 'node:timers/promises'

/** @typedef {import('./installation.mjs').Ask} Ask */
/** `amount`: its price in minor units. @typedef {{ id: string, name: string | null, amount: number }} Product */

/** Longest wait for a sync. One that was cut holds its lease for a minute (lib/core/server/mirror/lease.ts). */
const patienceMs = 2 * 60_000

export class Products {
  #gateway
  #headers

  /** @param {string} origin @param {string} authorization */
  constructor(origin, authorization) {
    this.#gateway = `${origin}/sandbox`
    this.#headers = { authorization, 'content-type': 'application/json' }
  }

  /** Calls the sandbox as a gateway is called. @param {string} path @param {unknown} [body] */
  async call(path, body, method = body === undefined ? 'GET' : 'POST') {
    const answer = await fetch(this.#gateway + path, {
      method,
      headers: this.#headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`the sandbox answered ${path} with ${answer.status}: ${text}`)
    return /** @type {unknown} */ (JSON.parse(text || 'null'))
  }

  /** Creates products at the sandbox, without the application. @param {number} count */
  async make(count) {
    for (let n = 0; n < count; n++) await this.call('/products', productNamed(`Made elsewhere ${n}`))
  }

  /** All products at the sandbox. @returns {Promise<Product[]>} */
  async all() {
    return /** @type {Product[]} */ (await this.call('/products'))
  }

  /**
   * Syncs, and compares the application's products with the sandbox's. Prints how many differ; returns whether all are
   * equal.
   * @param {Ask} ask
   * @param {string} what
   */
  async compare(ask, what) {
    const { there, here, lost, doubled, wrong } = await this.difference(ask)
    console.log(
      `products: ${what}: ${there} at the sandbox, ${here} found here, ${lost} lost, ${doubled} doubled, ${wrong} shown that are not there or have another price`,
    )
    return lost + doubled + wrong === 0
  }

  /** Syncs, and counts how the application's products differ from the sandbox's. @param {Ask} ask */
  async difference(ask) {
    await sync(ask)
    const there = new Map((await this.all()).map(({ id, amount }) => [id, amount]))
    const here = await listed(ask)
    return {
      there: there.size,
      here: here.size,
      lost: [...there.keys()].filter((id) => !here.has(id)).length,
      doubled: [...here.values()].filter(({ count }) => count > 1).length,
      wrong: [...here].filter(([id, { amount }]) => there.get(id) !== amount).length,
    }
  }
}

/** Syncs, and waits for a sync that runs already, or was cut. @param {Ask} ask */
async function sync(ask) {
  for (const end = performance.now() + patienceMs; ; await sleep(500)) {
    /** @type {{ outcome: string }} */
    const { outcome } = await ask('/products/sync', { method: 'POST' })
    if (outcome === 'synced') return
    if (performance.now() > end) throw new Error('an earlier sync of products does not end')
  }
}

/** @param {string} name */
export const productNamed = (name) => ({
  name,
  description: `${name}, for a drill`,
  currency: 'EUR',
  amount: '1100',
  quantity: '1',
  immortal: true,
  language: 'en',
})

/** How often the application shows each product, and with which price. @param {Ask} ask */
async function listed(ask) {
  /** @type {Map<string, { count: number, amount: number }>} */
  const seen = new Map()
  /** @type {string | null} */
  let cursor = null
  do {
    const query = new URLSearchParams({ limit: '200', ...(cursor ? { cursor } : {}) })
    /** @type {{ items: { id: string, amount: number }[], next_cursor: string | null }} */
    const page = await ask(`/products?${query.toString()}`)
    for (const { id, amount } of page.items) seen.set(id, { count: (seen.get(id)?.count ?? 0) + 1, amount })
    cursor = page.next_cursor
  } while (cursor)
  return seen
}
