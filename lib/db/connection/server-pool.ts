import 'server-only'
import pg from 'pg'
import { LimitedClient } from './limited-client'
import { DatabaseSilent, type SilenceWatch } from './silence'

/**
 * `jit` is off, because compiling a statement takes longer than any of ours should run. With the other settings, and
 * `keepAlive`, the server ends the transaction of a lost connection, and frees its locks, after about a minute. With
 * PostgreSQL's defaults that takes two hours, or never happens.
 */
export const sessionSettings = {
  jit: 'off',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '1min',
}
const keepAlive = ['tcp_keepalives_idle=30', 'tcp_keepalives_interval=10', 'tcp_keepalives_count=3']
const usualOptions = [...Object.entries(sessionSettings).map((setting) => setting.join('=')), ...keepAlive]

type Options = {
  url: string
  max: number
  /**
   * For a pooler in transaction mode. It refuses these settings, and may run the next statement in another session, so
   * prepared statements are not kept.
   */
  isPooled?: boolean
  /** Refuses statements that write. Has no effect with `isPooled`. */
  isReadOnly?: boolean
  silence?: SilenceWatch
  /** How long a connection may take to open, in milliseconds. */
  openWithin?: number
}

export function serverPool({
  url,
  max,
  isPooled = false,
  isReadOnly = false,
  silence,
  openWithin = 10_000,
}: Options): pg.Pool {
  const options = [...usualOptions, ...(isReadOnly ? ['default_transaction_read_only=on'] : [])]
  return new pg.Pool({
    connectionString: url,
    Client: class extends LimitedClient {
      override readonly watch = silence ?? null
      override readonly keepsStatements = !isPooled
    },
    keepAlive: true,
    max,
    connectionTimeoutMillis: openWithin,
    ...(!isPooled && { options: options.map((option) => `-c ${option}`).join(' ') }),
  })
}

/** Passes on the errors of idle connections. Without a listener they would end the process. */
export function reportErrors(pool: pg.Pool, onError: (error: Error) => void): void {
  pool.on('error', (error) => {
    // The watch reports silence once. Here it would be reported for each idle connection.
    if (!(error instanceof DatabaseSilent)) onError(error)
  })
  // The pool listens only to idle connections. An error on a busy one already rejects its statements; without a
  // listener it would also end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined))
}
