import 'server-only'
import pg from 'pg'
import { StorageUnavailable } from './storage-unavailable'

/** Longer than the server's `statement_timeout`, so that only a silent connection is closed. */
const usualLimitMs = 35_000

/**
 * A client that closes its connection if an answer is late. Without it a statement on a silent connection waits for
 * ever, because server-side limits do not help when packets are lost. The pool opens another connection.
 */
export class LimitedClient extends pg.Client {
  /** Limit for each statement. Changes apply to later statements. Infinity: no limit. */
  limitMs = usualLimitMs
  #timer: NodeJS.Timeout | undefined

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter }
    connection.on('readyForQuery', () => this.#timer?.refresh())
    this.on('drain', () => this.#stop())
    this.on('end', () => this.#stop())
    // Pending statements reject by themselves; without a listener the error would also end the process.
    this.on('error', () => this.#stop())
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((...args: unknown[]) => {
      this.#start()
      return query(...args)
    }) as typeof this.query
  }

  #start(): void {
    if (this.#timer !== undefined || this.limitMs === Number.POSITIVE_INFINITY) return
    const seconds = this.limitMs / 1000
    const silent = () =>
      this.#destroy(new StorageUnavailable(`the database did not answer within ${seconds} s`))
    this.#timer = setTimeout(silent, this.limitMs)
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #destroy(reason: Error): void {
    const { connection } = this as unknown as {
      connection: { stream: NodeJS.WritableStream & { destroy(error: Error): void } }
    }
    connection.stream.destroy(reason)
  }
}

export async function withLimit<Result>(
  client: pg.PoolClient,
  limitMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!(client instanceof LimitedClient)) return work()
  const usual = client.limitMs
  client.limitMs = limitMs
  try {
    return await work()
  } finally {
    client.limitMs = usual
  }
}
