import 'server-only'
import pg from 'pg'
import { StorageUnavailable } from './storage-unavailable'

/** Longer than the server lets a statement run (`statement_timeout`), so that only a silent connection is cut. */
const usualLimitMs = 35_000

/**
 * A connection that ends when an answer does not come in time. The server's own limits do not help where packets are
 * lost: without this limit a statement on a silent connection waits for ever. Ending the connection fails everything
 * that waits for it, and the pool opens another one.
 */
export class LimitedClient extends pg.Client {
  /** For each statement; may be changed for the next ones. Infinity: no limit. */
  limitMs = usualLimitMs
  #timer: NodeJS.Timeout | undefined

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter }
    connection.on('readyForQuery', () => this.#timer?.refresh()) // The next statement of the queue begins.
    this.on('drain', () => this.#stop())
    this.on('end', () => this.#stop())
    // What waits for this connection fails with it; without a listener the failure would end the process as well.
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

/** Runs `work` with another limit for each statement of a connection. */
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
