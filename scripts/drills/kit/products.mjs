/** Products according to the sandbox itself, independent of the application. */

/** @typedef {{ id: string, name: string | null }} Product */

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

  /** Makes products behind the application's back. @param {number} count */
  async make(count) {
    for (let n = 0; n < count; n++) await this.call('/products', productNamed(`Made elsewhere ${n}`))
  }

  /** All products at the sandbox. @returns {Promise<Product[]>} */
  async all() {
    return /** @type {Product[]} */ (await this.call('/products'))
  }

  /**
   * Syncs, and compares the application's products with the sandbox's. Prints how many differ; returns whether none does.
   * @param {import('./installation.mjs').Ask} ask @param {string} what
   */
  async compare(ask, what) {
    await ask('/products/sync', { method: 'POST' })
    const there = new Set((await this.all()).map(({ id }) => id))
    const here = await listed(ask)
    const lost = [...there].filter((id) => !here.has(id)).length
    const doubled = [...here.values()].filter((count) => count > 1).length
    const wrong = [...here.keys()].filter((id) => !there.has(id)).length
    console.log(
      `products: ${what}: ${there.size} at the sandbox, ${here.size} found here, ${lost} lost, ${doubled} doubled, ${wrong} shown that are not there`,
    )
    return lost + doubled + wrong === 0
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

/** How often the application shows each product. @param {import('./installation.mjs').Ask} ask */
async function listed(ask) {
  /** @type {Map<string, number>} */
  const seen = new Map()
  /** @type {string | null} */
  let cursor = null
  do {
    const query = new URLSearchParams({ limit: '200', ...(cursor ? { cursor } : {}) })
    /** @type {{ items: { id: string }[], next_cursor: string | null }} */
    const page = await ask(`/products?${query.toString()}`)
    for (const { id } of page.items) seen.set(id, (seen.get(id) ?? 0) + 1)
    cursor = page.next_cursor
  } while (cursor)
  return seen
}
