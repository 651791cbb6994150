import 'server-only'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker, MessageChannel, type MessagePort } from 'node:worker_threads'
import { StorageUnavailable } from '../connection/storage-unavailable'

/** PostgreSQL may need a new 16 MB log file before it can write anything. */
const neededBytes = 18 * 1024 * 1024

const firstWaitMs = 500
const longestWaitMs = 8_000

/**
 * Time limit for a clean shutdown, which writes a checkpoint. Without one nothing is lost: the next start replays the
 * log.
 */
const closeWithinMs = 5_000

type WorkerMessage = { isReady?: true; broken?: string }

type Backend = {
  connect: () => Duplex
  close: () => Promise<void>
}

/**
 * Runs PGlite in a worker thread. When PGlite breaks, for example after a failed write to its log, all connections end
 * and new ones are refused until the engine is reopened. Replaying the log keeps every acknowledged write.
 * @throws Error if the directory cannot be opened the first time
 */
export async function openBackend(directory: string, onError: (error: Error) => void): Promise<Backend> {
  const sockets = new Set<WorkerSocket>()
  let refusal: StorageUnavailable | null = null
  let isClosed = false
  const closing = new AbortController()

  const watch = (worker: Worker) => {
    let isBroken = false
    const breakDown = (reason: string) => {
      if (isBroken || isClosed) return
      isBroken = true
      refusal = new StorageUnavailable(`the embedded database stopped: ${reason}`)
      onError(refusal)
      for (const socket of sockets) socket.destroy(refusal)
      void worker.terminate().then(reopen)
    }
    worker.on('message', ({ broken }: WorkerMessage) => {
      if (broken !== undefined) breakDown(broken)
    })
    worker.on('error', (error: Error) => breakDown(error.message))
    worker.on('exit', () => breakDown('its thread ended'))
    return worker
  }

  // Creating a database takes memory that is freed only when its thread ends.
  if (!existsSync(path.join(directory, 'PG_VERSION'))) await endWorker(await openWorker(directory))
  let current = watch(await openWorker(directory))

  async function reopen(): Promise<void> {
    for (let wait = firstWaitMs; !isClosed; wait = Math.min(wait * 2, longestWaitMs)) {
      try {
        if (await hasSpace(directory)) {
          const worker = await openWorker(directory)
          if (isClosed) return void (await worker.terminate())
          current = watch(worker)
          refusal = null
          return
        }
        wait = firstWaitMs // Checking the space costs little, so keep checking often.
      } catch (error) {
        onError(error as Error)
      }
      await sleep(wait, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
    }
  }

  return {
    connect: () => {
      if (refusal) return new RefusedSocket(refusal)
      const socket = new WorkerSocket(current)
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
    close: async () => {
      isClosed = true
      closing.abort()
      if (refusal) return
      await endWorker(current)
    },
  }
}

async function endWorker(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit')
  worker.postMessage({ close: true })
  const isOver = await Promise.race([ended.then(() => true), sleep(closeWithinMs, false, { ref: false })])
  if (!isOver) await worker.terminate()
}

/** Starts a worker and waits until its engine is open. */
async function openWorker(directory: string): Promise<Worker> {
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), { workerData: { directory } })
  const ended = once(worker, 'exit').then(() => {
    throw new Error('the embedded database ended while it was opened')
  })
  const opened = once(worker, 'message')
  try {
    await Promise.race([opened, ended])
    return worker
  } finally {
    ended.catch(() => undefined)
    opened.catch(() => undefined)
  }
}

export async function hasSpace(directory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize >= neededBytes
}

/** The methods of `net.Socket` that pg calls, as no-ops. */
abstract class SocketLike extends Duplex {
  abstract connect(): this
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  override _read(): void {}
}

/** A connection that fails at once, used while the engine is not running. */
class RefusedSocket extends SocketLike {
  readonly #reason: Error

  constructor(reason: Error) {
    super()
    this.#reason = reason
  }
  connect(): this {
    process.nextTick(() => this.destroy(this.#reason))
    return this
  }
  override _write(_chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    done(this.#reason)
  }
}

/** The socket that pg uses: a Duplex over a MessagePort to the worker that runs PGlite. */
class WorkerSocket extends SocketLike {
  readonly #port: MessagePort

  constructor(worker: Worker) {
    super()
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    worker.postMessage({ port: port2 }, [port2])
    port1.on('message', (data: Uint8Array) =>
      this.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength)),
    )
    port1.on('close', () => this.push(null))
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(new Uint8Array(chunk))
    done()
  }
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))))
    done()
  }
  /** Transfers the buffer instead of copying it: a long sync writes about a hundred megabytes. */
  #send(bytes: Uint8Array<ArrayBuffer>): void {
    this.#port.postMessage(bytes, [bytes.buffer])
  }
  override _final(done: () => void): void {
    this.#port.close()
    done()
  }
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#port.close()
    done(error)
  }
}
