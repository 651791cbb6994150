/**
 * The baselines for the receiving route, in a separate process: a bare node:http server with one INSERT per request, and
 * the limit of the database (the same INSERTs in a loop, without HTTP). Uses the given database, or an embedded one.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Duplex } from 'node:stream'
import { MessageChannel, Worker } from 'node:worker_threads'
import pg from 'pg'
import { payment } from '../../drills/kit/load.mjs'

/** @typedef {{ limit: { connections: number, rows: number, seconds: number } }} Order */

const { BARE_DATABASE_URL: databaseUrl, BARE_FOLDER: directory = '' } = process.env
const pool = databaseUrl ? new pg.Pool({ connectionString: databaseUrl, max: 10 }) : await embedded()
await pool.query('CREATE TABLE IF NOT EXISTS bare (id uuid PRIMARY KEY, received_at timestamptz NOT NULL, body bytea NOT NULL)') // prettier-ignore

const one = { name: 'one', text: 'INSERT INTO bare (id, received_at, body) VALUES ($1, now(), $2)' }
const many = { name: 'many', text: 'INSERT INTO bare SELECT gen_random_uuid(), now(), unnest($1::bytea[])' }

const server = createServer((incoming, response) => {
  /** @type {Buffer[]} */
  const chunks = []
  incoming.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk))
  incoming.on('end', () => {
    pool.query({ ...one, values: [randomUUID(), Buffer.concat(chunks)] }).then(
      () => response.writeHead(200, { 'content-type': 'text/plain' }).end('OK'),
      () => response.writeHead(503).end(),
    )
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.send?.({ port: address?.port })
})
process.on('disconnect', () => process.exit())
process.on('message', (/** @type {Order} */ { limit }) => {
  void limitOf(limit).then((rate) => process.send?.({ rate }))
})

/** Returns durable rows per second: `rows` per commit, on `connections` connections. @param {Order['limit']} order */
async function limitOf({ connections, rows, seconds }) {
  // Made before the measurement, which is of the database alone.
  const bodies = Array.from({ length: Math.max(200, rows) }, () => Buffer.from(payment().body))
  const until = performance.now() + seconds * 1000
  let count = 0
  const work = async () => {
    while (performance.now() < until) {
      if (rows === 1) await pool.query({ ...one, values: [randomUUID(), bodies[count % bodies.length]] })
      else await pool.query({ ...many, values: [bodies.slice(0, rows)] })
      count += rows
    }
  }
  const since = performance.now()
  await Promise.all(Array.from({ length: connections }, work))
  return count / ((performance.now() - since) / 1000)
}

/** Opens one connection to the worker over a port, like lib/db/connection/pool.ts and lib/db/embedded/backend.ts. */
async function embedded() {
  const worker = new Worker(new URL('../../../lib/db/embedded/worker.mjs', import.meta.url), {
    workerData: { directory },
  })
  await once(worker, 'message')
  const socket = () => {
    const { port1, port2 } = new MessageChannel()
    worker.postMessage({ port: port2 }, [port2])
    const send = (/** @type {Buffer} */ chunk) => {
      const bytes = new Uint8Array(chunk)
      port1.postMessage(bytes, [bytes.buffer])
    }
    const stream = new Duplex({
      read() {},
      write(chunk, _encoding, done) {
        send(/** @type {Buffer} */ (chunk))
        done()
      },
      writev(chunks, done) {
        send(Buffer.concat(chunks.map(({ chunk }) => /** @type {Buffer} */ (chunk))))
        done()
      },
    })
    port1.on('message', (/** @type {Uint8Array} */ data) => stream.push(Buffer.from(data)))
    const same = () => stream
    return Object.assign(stream, {
      connect: () => (process.nextTick(() => stream.emit('connect')), stream),
      setNoDelay: same,
      setKeepAlive: same,
      ref: same,
      unref: same,
    })
  }
  return new pg.Pool({ max: 1, idleTimeoutMillis: 0, user: 'postgres', database: 'postgres', ssl: false, stream: socket }) // prettier-ignore
}
