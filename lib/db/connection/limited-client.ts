import 'server-only'
import pg from 'pg'
import { lineOf, type SilenceWatch, type Watched } from './silence'
import { StorageUnavailable } from './storage-unavailable'

/** Longer than the server's `statement_timeout`, so that only a silent connection is closed. */
const usualLimitMs = 35_000

/**
 * A client that closes its connection if an answer is late. Without it a statement on a silent connection waits for
 * ever, because server-side limits do not help when packets are lost. The pool opens another connection.
 */
export class LimitedClient extends pg.Client implements Watched {
  /** Limit for each statement. Changes apply to later statements. Infinity: no limit. */
  limitMs = usualLimitMs
  /** Notices earlier that a connection is silent. */
  readonly watch: SilenceWatch | null = null
  /** Whether a named statement can be run again by its name. If not, each is parsed every time. */
  readonly keepsStatements: boolean = true
  declare readonly processID: number | null
  readonly #line = lineOf(this)
  #timer: NodeJS.Timeout | undefined
  #answered: (() => void) | undefined
  #hasEnded = false

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter }
    connection.once('readyForQuery', () => this.#stop())
    connection.on('readyForQuery', () => this.#timer?.refresh())
    this.on('drain', () => this.#stop())
    this.on('end', () => {
      this.#hasEnded = true
      this.#stop()
      this.watch?.remove(this)
    })
    // Pending statements reject anyway; without a listener the error would also end the process.
    this.on('error', () => this.#stop())
    const connect = this.connect.bind(this) as (...args: unknown[]) => unknown
    this.connect = ((...args: unknown[]) => {
      const connected = connect(...args)
      this.watch?.add(this)
      this.#answered = this.watch?.expectAnswer(this)
      return connected
    }) as typeof this.connect
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((...args: unknown[]) => {
      this.#start()
      return this.keepsStatements ? query(...args) : query(unnamed(args[0]), ...args.slice(1))
    }) as typeof this.query
  }

  bytesReceived(): number {
    return this.#line.bytesReceived()
  }

  isSending(): boolean {
    return this.#line.isSending()
  }

  giveUp(reason: Error): void {
    this.#line.cut(reason)
  }

  #start(): void {
    // It rejects anyway, and nothing more comes from this connection.
    if (this.#hasEnded) return
    this.#answered ??= this.watch?.expectAnswer(this)
    if (this.#timer !== undefined || this.limitMs === Number.POSITIVE_INFINITY) return
    const seconds = this.limitMs / 1000
    const silent = () =>
      this.giveUp(new StorageUnavailable(`the database did not answer within ${seconds} s`))
    this.#timer = setTimeout(silent, this.limitMs)
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#answered?.()
    this.#answered = undefined
  }
}

/** Returns the same statement without its name. */
const unnamed = (statement: unknown): unknown =>
  isConfig(statement) ? { ...statement, name: undefined } : statement

const isConfig = (statement: unknown): statement is pg.QueryConfig =>
  typeof statement === 'object' && statement !== null && 'text' in statement && !('submit' in statement)

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
