/**
 * Posts notifications to the receiving route like a gateway: over keep-alive connections, and again if not answered.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** @typedef {{ uid: string, body: string }} Notification */
/** @typedef {{ origin: string, path: string, authorization: string }} Address */

/** Returns a payment notification of about 1.5 kB with unique content. @returns {Notification} */
export function payment() {
  const uid = randomUUID()
  const hex = randomBytes(32).toString('hex')
  const transaction = {
    uid,
    id: uid,
    status: 'successful',
    type: 'payment',
    message: 'Successfully processed',
    amount: 100 + (Number.parseInt(hex.slice(0, 4), 16) % 90_000),
    currency: 'EUR',
    description: `Order ${hex.slice(0, 6)}: a notebook, lined, and two pencils`,
    tracking_id: `order-${hex.slice(0, 10)}`,
    test: true,
    language: 'en',
    payment_method_type: 'credit_card',
    created_at: '2026-05-01T10:00:00.000Z',
    updated_at: '2026-05-01T10:00:02.000Z',
    paid_at: '2026-05-01T10:00:02.000Z',
    receipt_url: `https://backoffice.example/customer/transactions/${uid}/${hex}?language=en`,
    credit_card: {
      holder: 'Ann Other',
      stamp: hex,
      brand: 'visa',
      product: 'F',
      last_4: '0000',
      first_1: '4',
      bin: '420000',
      issuer_country: 'US',
      issuer_name: 'A BANK OF SOMEWHERE',
      token: randomUUID(),
      exp_month: 1,
      exp_year: 2030,
    },
    customer: { ip: '127.0.0.1', email: `payer-${hex.slice(0, 3)}@mail.example`, device_id: null },
    billing_address: { first_name: 'Ann', last_name: 'Other', address: '1st Street', city: 'Riga', zip: 'LV-1082', country: 'LV' },
    payment: { auth_code: '654321', bank_code: '05', rrn: '999', ref_id: '777888', message: 'Payment was approved', gateway_id: 317, billing_descriptor: 'TEST GATEWAY BILLING DESCRIPTOR', status: 'successful' },
    be_protected_verification: { status: 'successful', limit: { volume: { current: 0, limit: null }, count: { current: 0, limit: null } } },
    additional_data: { receipt_text: [], contract: ['card_on_file'], vendor: { name: 'CTP', token: hex } },
  } // prettier-ignore
  return { uid, body: JSON.stringify({ transaction }) }
}

/**
 * @param {Agent} agent @param {Address} address @param {string} body
 * @returns {Promise<number>} the status; 0 without a complete answer
 */
const post = (agent, { origin, path, authorization }, body) =>
  new Promise((resolve) => {
    const headers = {
      authorization,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const outgoing = request(`${origin}${path}`, { agent, method: 'POST', headers }, (incoming) => {
      incoming.resume()
      incoming.on('end', () => resolve(incoming.complete ? (incoming.statusCode ?? 0) : 0))
      incoming.on('error', () => resolve(0))
    })
    outgoing.on('error', () => resolve(0))
    outgoing.end(body)
  })

/** Not acknowledged, by the application or by a proxy whose instance just ended. A gateway sends the notification again. */
const temporary = new Set([502, 503, 504])

/** Longest time without an acknowledgement. */
const patienceMs = 120_000

/** Load on several addresses at once, until stopped. */
export class Load {
  /** The round in which each uid was answered 200. @type {Map<string, number>} */
  acknowledged = new Map()
  /** Not acknowledged, to be posted again. @type {Notification[]} */
  unanswered = []
  refused = 0
  /** Other answers that a gateway must not get, by status: they fail the drill. @type {Map<number, number>} */
  wrong = new Map()
  /** Different notifications that were posted, answered or not. */
  sent = 0
  #stopped = false
  /** @type {Promise<void>} */
  #running = Promise.resolve()

  /**
   * @param {number} round @param {Address[]} addresses @param {number} connections shared by all addresses
   * @param {number} [pauseMs] between two notifications of one connection
   */
  start(round, addresses, connections, pauseMs = 0) {
    this.#stopped = false
    const agent = new Agent({ keepAlive: true, maxSockets: connections })
    const work = async (/** @type {Address} */ address) => {
      let one = this.#next()
      while (!this.#stopped) {
        if ((await this.#post(round, agent, address, one)) === 200) one = this.#next()
        else await sleep(50)
        if (pauseMs > 0) await sleep(pauseMs)
      }
      if (!this.acknowledged.has(one.uid)) this.unanswered.push(one)
    }
    const places = Array.from({ length: connections }, (_, n) => addresses[n % addresses.length] ?? [])
    this.#running = Promise.all(places.flat().map(work)).then(() => agent.destroy())
  }

  /**
   * Posts one notification once, over a connection of its own. Returns the status; 0 without a complete answer.
   * @param {Address} address @param {Notification} one
   */
  async send(address, one) {
    const agent = new Agent()
    this.sent++
    const status = await this.#post(0, agent, address, one)
    if (status !== 200) this.unanswered.push(one)
    agent.destroy()
    return status
  }

  /** Waits until one more is acknowledged; returns after how many ms. Fails the drill otherwise. */
  async next() {
    const [before, since] = [this.acknowledged.size, performance.now()]
    while (this.acknowledged.size === before) {
      if (performance.now() - since > patienceMs)
        throw new Error(`no notification was acknowledged within ${patienceMs / 1000} s, after ${before}`)
      await sleep(20)
    }
    return Math.round(performance.now() - since)
  }

  async stop() {
    this.#stopped = true
    await this.#running
  }

  /** Posts what was not acknowledged again; returns how many. @param {number} round @param {Address} address */
  async again(round, address) {
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const all = this.unanswered.splice(0)
    const statuses = await Promise.all(all.map((one) => this.#post(round, agent, address, one)))
    this.unanswered = all.filter((_, at) => statuses[at] !== 200)
    agent.destroy()
    return all.length
  }

  #next() {
    this.sent++
    return payment()
  }

  /** @param {number} round @param {Agent} agent @param {Address} address @param {Notification} notification */
  async #post(round, agent, address, notification) {
    const status = await post(agent, address, notification.body)
    if (status === 200) this.acknowledged.set(notification.uid, round)
    if (temporary.has(status)) this.refused++
    else if (status !== 200 && status !== 0) this.wrong.set(status, (this.wrong.get(status) ?? 0) + 1)
    return status
  }
}
