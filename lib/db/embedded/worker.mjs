// @ts-check
/**
 * Runs PGlite in a worker thread, behind the PostgreSQL wire protocol, so that a slow query does not block the event
 * loop. Each client has its own MessagePort. PGlite has one backend, so clients are served one at a time.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { openDurable, watchForPanic } from './open.mjs'

/** @typedef {import('node:worker_threads').MessagePort} MessagePort */

const host = /** @type {MessagePort} */ (parentPort)
const { directory } = /** @type {{ directory: string }} */ (workerData)
const database = await openDurable(directory)
const panicReason = watchForPanic(database)

/** @type {MessagePort | null} */
let current = null
/** @type {MessagePort[]} */
const waiting = []

/**
 * Encodes a simple-query message: 'Q', length, text, NUL.
 * @param {string} sql
 */
function simpleQuery(sql) {
  const text = Buffer.from(`${sql}\0`)
  const message = Buffer.alloc(5 + text.length)
  message[0] = 0x51
  message.writeUInt32BE(4 + text.length, 1)
  text.copy(message, 5)
  return new Uint8Array(message)
}

/**
 * Runs messages and returns the reply. Returns null once the engine has panicked: its reply is then unusable, and
 * backend.ts terminates this thread.
 * @param {Uint8Array} messages
 */
function run(messages) {
  if (panicReason() !== null) return null
  /** @type {Uint8Array[]} */
  const parts = []
  // Synchronous. PGlite's other calls also parse each answer, and never free what they parsed. A rejection ends this
  // thread, which backend.ts notices.
  void database.execProtocolRawStream(messages, {
    syncToFs: false,
    onRawData: (part) => parts.push(part.slice()),
  })
  const out = new Uint8Array(Buffer.concat(parts))
  const reason = panicReason()
  if (reason === null) return out
  host.postMessage({ broken: panicMessageIn(out) ?? reason })
  return null
}

/**
 * Returns the message of an ErrorResponse with severity PANIC or FATAL.
 * @param {Uint8Array} out
 */
function panicMessageIn(out) {
  const found = /\0V(?:PANIC|FATAL)\0C\w+\0M([^\0]+)\0/.exec(Buffer.from(out).toString('latin1'))
  return found?.[1] ?? null
}

/** Messages that the backend answers: Query, Sync, CopyDone, CopyFail, Function call, Flush. */
const answered = new Set(['Q', 'S', 'c', 'f', 'F', 'H'])

/**
 * Splits a client's byte stream into messages and runs them up to each message that is due an answer.
 * @param {MessagePort} port
 * @param {() => void} finish
 */
function session(port, finish) {
  /** @type {Buffer} */
  let buffer = Buffer.alloc(0)
  let isStarted = false
  return (/** @type {Uint8Array} */ data) => {
    const chunk = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    buffer = buffer.length ? Buffer.concat([buffer, chunk]) : chunk
    let offset = 0
    let ran = 0
    for (;;) {
      const header = isStarted ? 1 : 0 // The start-up message has no type byte.
      if (buffer.length - offset < header + 4) break
      const length = buffer.readUInt32BE(offset + header) + header
      if (buffer.length - offset < length) break
      const type = isStarted ? String.fromCharCode(buffer[offset] ?? 0) : 'startup'
      offset += length
      if (type === 'X') return finish()
      if (type !== 'startup' && !answered.has(type)) continue
      const out = run(new Uint8Array(buffer.subarray(ran, offset)))
      if (!out) return
      ran = offset
      isStarted = true
      if (out.length) port.postMessage(out, [out.buffer])
    }
    buffer = buffer.subarray(ran)
  }
}

/** @param {MessagePort} port */
function attach(port) {
  current = port
  let isFinished = false
  const finish = () => {
    if (isFinished) return
    isFinished = true
    // Discards any open transaction and session settings before the next client.
    run(simpleQuery('ROLLBACK'))
    run(simpleQuery('DISCARD ALL'))
    port.close()
    current = null
    const next = waiting.shift()
    if (next) attach(next)
  }
  port.on('close', finish)
  port.on('message', session(port, finish))
}

host.on('message', (/** @type {{ port?: MessagePort, close?: true }} */ message) => {
  if (message.port) {
    if (current) waiting.push(message.port)
    else attach(message.port)
  }
  if (message.close) void database.close().finally(() => process.exit(0))
})
host.postMessage({ isReady: true })
