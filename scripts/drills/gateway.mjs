/**
 * A drill, not a test: the gateway answers late, breaks off after it created the object, and lies (a page with 200,
 * another product, another shop), while products are created and imported and checkouts are created. Is nothing created
 * twice, and nothing shown as created that was not? The sandbox's own tables are the truth.
 *
 *   npm run drill -- gateway [rounds=2] [seed]
 *
 * Creates its own PostgreSQL (needs its programs; as root also its user).
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from '../lib/build/build.mjs'
import { ask, newCluster } from './kit/cluster.mjs'
import { drill, roundsAndSeed } from './kit/drill.mjs'
import { importProducts, waitForEnd } from './kit/imports.mjs'
import { Refused } from './kit/installation.mjs'
import { oneApplication } from './kit/one.mjs'
import { productNamed, Products } from './kit/products.mjs'

const { rounds, random } = roundsAndSeed(2)
const each = 30
const importedRows = 60
/** A lost answer is looked for again after a minute (lib/core/server/route/idempotency-keys.ts). */
const lookedForAfterMs = 75_000

/**
 * The answer that a person got: the ID of what was created, or why not.
 * @typedef {{ id: string | null, code: string }} Outcome
 */
/** By name. @type {{ products: Map<string, Outcome>, checkouts: Map<string, Outcome> }} */
const answered = { products: new Map(), checkouts: new Map() }
/** @type {string[]} */
const jobs = []
await drill(async (later) => {
  await ensureBuilt()
  const cluster = await newCluster(later)
  const { settings, place, authorization, api: signedIn } = await oneApplication(later, { on: cluster.url })
  const database = settings.DATABASE_URL ?? ''
  const sandbox = new Products(place.origin, authorization)
  const api = await signedIn()
  const strange = await strangers(sandbox, api)
  for (let round = 1; round <= rounds; round++) {
    await order(sandbox, 'products.create', strange.products)
    await order(sandbox, 'checkouts.create', strange.checkouts)
    await order(sandbox, 'products.list', [])
    await Promise.all([createProducts(api, round), createCheckouts(api, round), importRows(api, round)])
  }
  await sandbox.call('/faults', undefined, 'DELETE')
  await sleep(lookedForAfterMs)
  await Promise.all(jobs.map((id) => waitForEnd(api, id)))
  const isSame = await sandbox.compare(api, `${rounds} rounds of a slow, cut and lying gateway`)
  return [await judgeProducts(api, database), await judgeCheckouts(api, database), isSame].every(Boolean)
})

/**
 * Answers that name something other than what was requested. A checkout's answer has nothing but its token, so only one
 * that the application knows already can be seen through.
 * @param {Products} sandbox
 * @param {import('./kit/installation.mjs').Ask} api
 */
async function strangers(sandbox, api) {
  const made = /** @type {{ id: string }} */ (await sandbox.call('/products', productNamed('A stranger')))
  const product = /** @type {object} */ (await sandbox.call(`/products/${made.id}`))
  const { id } = await make(api, '/checkouts', checkoutFor('Another checkout'))
  /** @type {{ token: string, redirect_url: string }} */
  const { token, redirect_url } = await api(`/checkouts/${id}`)
  return {
    products: [product, { ...product, id: randomUUID(), shop_id: 999 }],
    checkouts: [{ checkout: { token, redirect_url } }],
  }
}

/**
 * Orders faults for the next calls, in another order each time.
 * @param {Products} sandbox @param {string} endpoint @param {object[]} lies
 */
async function order(sandbox, endpoint, lies) {
  const all = [
    { kind: 'slow', ms: 20_000, count: 2 },
    { kind: 'lost', count: 4 },
    { kind: 'cut', count: 2 },
    { kind: 'cut', happens: true, count: 4 },
    { kind: 'malformed', happens: true, count: 2 },
    { kind: 'html', count: 2 },
    { kind: 'html', happens: true, count: 2 },
    { kind: 'status', status: 502, happens: true, count: 2 },
    ...lies.flatMap((body) => [200, 201].map((status) => ({ kind: 'status', status, body, count: 1 }))),
  ]
  const mixed = all.map((fault) => ({ fault, at: random() })).toSorted((a, b) => a.at - b.at)
  for (const { fault } of mixed) {
    // Reading the list is cut less often, or nothing could be looked up.
    const count = endpoint === 'products.list' ? 1 : fault.count
    const { happens, ...rest } = { happens: undefined, ...fault }
    const carriedOut = happens === undefined || endpoint === 'products.list' ? {} : { happens }
    await sandbox.call('/faults', { endpoint, ...rest, count, ...carriedOut })
  }
}

/**
 * Sends an order like a browser: with one key, and again where nothing was sent to the gateway.
 * @param {import('./kit/installation.mjs').Ask} api @param {string} path @param {unknown} body
 */
async function make(api, path, body) {
  const headers = { 'Idempotency-Key': randomUUID() }
  for (let tries = 0; ; tries++) {
    try {
      /** @type {{ id: string }} */
      const { id } = await api(path, { method: 'POST', body, headers })
      return { id, code: 'made' }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const isComeAgain = ['gateway_unavailable', 'in_progress', 'gateway_rate_limited'].includes(error.code)
      if (!isComeAgain || tries === 20) return { id: null, code: error.code }
      await sleep(2_000)
    }
  }
}

/** @param {import('./kit/installation.mjs').Ask} api @param {number} round */
async function createProducts(api, round) {
  for (let n = 0; n < each; n++) {
    const name = `Created ${round}.${n}`
    const body = { name, description: name, currency: 'EUR', amount: 1100 + n, quantity: 3, immortal: true }
    answered.products.set(name, await make(api, '/products', body))
  }
}

/** @param {import('./kit/installation.mjs').Ask} api @param {number} round */
async function createCheckouts(api, round) {
  for (let n = 0; n < each; n++) {
    const description = `Checkout ${round}.${n}`
    answered.checkouts.set(description, await make(api, '/checkouts', checkoutFor(description)))
  }
}

/** @param {string} description */
function checkoutFor(description) {
  return { checkout: { transaction_type: 'payment', order: { amount: 500, currency: 'EUR', description } } }
}

/** @param {import('./kit/installation.mjs').Ask} api @param {number} round */
async function importRows(api, round) {
  const names = Array.from({ length: importedRows }, (_, n) => `Imported ${round}.${n}`)
  const id = await importProducts(api, names)
  jobs.push(id)
  await waitForEnd(api, id)
}

/**
 * Compares the answers about created and imported products with the sandbox.
 * @param {import('./kit/installation.mjs').Ask} api
 * @param {string} database
 */
async function judgeProducts(api, database) {
  const truth = await ask(database, 'SELECT id, name FROM sandbox.products')
  const rows = await importedRowsOf(api)
  return judge('products', [...answered.products, ...rows], truth)
}

/** @param {import('./kit/installation.mjs').Ask} api @returns {Promise<[string, Outcome][]>} */
async function importedRowsOf(api) {
  /** @type {[string, Outcome][]} */
  const all = []
  for (const id of jobs) {
    /** @type {{ items: { state: string, subject: string | null, name: string }[] }} */
    const { items } = await api(`/jobs/${id}/rows?limit=200`)
    for (const { state, subject, name } of items)
      all.push([name, { id: state === 'done' ? subject : null, code: state === 'done' ? 'made' : state }])
  }
  return all
}

/** @param {import('./kit/installation.mjs').Ask} api @param {string} database */
async function judgeCheckouts(api, database) {
  const truth = await ask(
    database,
    `SELECT token AS id, request->'order'->>'description' AS name FROM sandbox.checkouts`,
  )
  /** @type {[string, Outcome][]} */
  const all = []
  for (const [name, { id, code }] of answered.checkouts) {
    /** @type {{ token: string | null } | null} */
    const shown = id === null ? null : await api(`/checkouts/${id}`)
    all.push([name, { id: shown?.token ?? null, code }])
  }
  return judge('checkouts', all, truth)
}

/**
 * @param {string} what @param {[name: string, Outcome][]} outcomes
 * @param {Record<string, unknown>[]} truth rows with `id` and `name`
 */
function judge(what, outcomes, truth) {
  const nameOf = new Map(truth.map(({ id, name }) => [id, name]))
  /** @type {Map<unknown, number>} */
  const count = new Map()
  for (const { name } of truth) count.set(name, (count.get(name) ?? 0) + 1)
  const isThere = (/** @type {string} */ name) => (count.get(name) ?? 0) > 0
  const made = outcomes.filter(([, { code }]) => code === 'made')
  const wrong = made.filter(([name, { id }]) => nameOf.get(id) !== name)
  const unsure = outcomes.filter(([, { code }]) => code === 'unconfirmed')
  const denied = outcomes.filter(
    ([name, { code }]) => code !== 'made' && code !== 'unconfirmed' && isThere(name),
  )
  const twice = outcomes.filter(([name]) => (count.get(name) ?? 0) > 1)
  console.log(
    `${what}: ${outcomes.length} sent, ${made.length} shown as made, ${outcomes.filter(([name]) => isThere(name)).length} made at the sandbox, ${twice.length} made twice, ${wrong.length} shown as made that were not, ${denied.length} made that were said not to be, ${unsure.length} said to be unconfirmed (${unsure.filter(([name]) => isThere(name)).length} of them made)`,
  )
  for (const [name, { id, code }] of [...wrong, ...denied, ...twice].slice(0, 10))
    console.log(`${name}: ${code}, ${id ?? 'no ID'}, at the sandbox ${count.get(name) ?? 0} times`)
  return twice.length + wrong.length + denied.length === 0
}
