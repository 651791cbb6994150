/**
 * A gateway that streams its list as one array. Runs as a separate process, so that its memory and time are not
 * measured.
 */
import { createServer } from 'node:http'

/** @typedef {{ rows: number, changed: number }} Order number of rows, and how many of the first are changed */

/**
 * Serves a list of the results of `makeRow`. Sends its port. A message sets the number of rows, and is answered.
 * @param {(index: number, isChanged: boolean) => Record<string, unknown>} makeRow must be deterministic
 */
export function serveList(makeRow) {
  /** @type {Order} */
  let order = { rows: 0, changed: 0 }
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    let index = 0
    const write = () => {
      while (index < order.rows) {
        const until = Math.min(index + 200, order.rows)
        let text = index === 0 ? '[' : ''
        for (; index < until; index++)
          text += `${index === 0 ? '' : ','}${JSON.stringify(makeRow(index, index < order.changed))}`
        if (!response.write(text)) return void response.once('drain', write)
      }
      response.end(order.rows === 0 ? '[]' : ']')
    }
    write()
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object') process.send?.({ port: address?.port })
  })
  process.on('message', (/** @type {Order} */ message) => {
    order = message
    process.send?.({ ready: true })
  })
  process.on('disconnect', () => process.exit())
}

/** @param {readonly string[]} list @param {number} index */
export const pick = (list, index) => list[index % list.length] ?? ''

/** Maps each index to a distinct pseudo-random number, deterministically. @param {number} index */
export const mix = (index) => Math.imul(index + 1, 2654435761) >>> 0
