/** Reads pages one after the other, as a person does, and notes what a person would see as an error. */
import { setTimeout as sleep } from 'node:timers/promises'

const pages = ['', '/products', '/customers', '/payments', '/notifications', '/checkouts']

/** @typedef {{ path: string, what: string, from: number, to: number }} Failure times: performance.now() */

export class Reader {
  seen = 0
  /** @type {Failure[]} */
  failures = []
  /** How long each page took, in ms. @type {number[]} */
  times = []
  #stopped = false
  /** @type {Promise<void>} */
  #running

  /** @param {string} origin @param {string} cookie @param {number} [pauseMs] between two pages */
  constructor(origin, cookie, pauseMs = 50) {
    this.#running = this.#read(origin, cookie, pauseMs)
  }

  async stop() {
    this.#stopped = true
    await this.#running
  }

  /** @param {string} origin @param {string} cookie @param {number} pauseMs */
  async #read(origin, cookie, pauseMs) {
    let n = 0
    while (!this.#stopped) {
      const path = `/shops/sandbox${pages[n++ % pages.length]}`
      const from = performance.now()
      const what = await errorAt(origin + path, cookie)
      const to = performance.now()
      this.seen++
      this.times.push(to - from)
      if (what) this.failures.push({ path, what, from, to })
      await sleep(pauseMs)
    }
  }
}

/** @param {string} url @param {string} cookie @returns {Promise<string | null>} */
export async function errorAt(url, cookie) {
  let text = ''
  try {
    const answer = await fetch(url, { headers: { cookie }, redirect: 'manual' })
    text = await answer.text()
    if (answer.status !== 200) return `${answer.status} ${text.slice(0, 100)}`
  } catch (error) {
    const { message, cause } = /** @type {Error} */ (error)
    return `${message} (${cause instanceof Error ? cause.message : 'no cause'})`
  }
  return text.includes('</html>') ? null : `cut after ${text.length} characters`
}
