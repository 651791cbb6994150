import 'server-only'
import { Duplex } from 'node:stream'
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'

/** pg calls what a `net.Socket` has; there is no delay to switch off. */
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

/** A connection that is refused, while the engine is not running. */
export class RefusedSocket extends SocketLike {
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

/** What pg takes for a socket: a Duplex over a MessagePort into the worker that runs PGlite. */
export class WorkerSocket extends SocketLike {
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
  /** Handed over rather than copied: a long sync writes a hundred megabytes, and this thread need hold none of them. */
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
