import 'server-only'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StorageUnavailable } from './storage-unavailable'

/** The database does not answer on any connection. */
export class DatabaseSilent extends StorageUnavailable {
  constructor() {
    super('the database does not answer')
  }
}

/** The part of a connection that this module uses. */
export type Watched = {
  /** The server's process for this connection; null until it is known. */
  processID: number | null
  bytesReceived: () => number
  isSending: () => boolean
  /** Closes it. Requests that wait for an answer fail with `reason`. */
  giveUp: (reason: Error) => void
}

export type SilenceWatch = {
  /** Call for a connection that is opening. One that opens while the database is silent is given up. */
  add: (connection: Watched) => void
  remove: (connection: Watched) => void
  /** Call when an answer is due, and call the result when it arrives. */
  expectAnswer: (connection: Watched) => () => void
  close: () => void
}

/** Without any answer for so long, it is checked whether the database is slow or silent. */
const checkAfterMs = 2_000
const checkWithinMs = 3_000
/** How often a silent database is asked again. */
const askAgainAfterMs = 500

const idleProcesses = `SELECT pid FROM pg_stat_activity WHERE usename = current_user AND state LIKE 'idle%'`

/**
 * Distinguishes silence from slowness: asks over a separate connection which of the server's processes still work.
 * - Statements of those that work may take their time.
 * - A statement whose process is idle was lost, or its answer was: its connection is given up.
 * - If no byte comes at all, every connection is given up, and new ones fail at once until the database answers again.
 */
export function silenceWatch(config: pg.ClientConfig, onSilence: (silence: Error) => void): SilenceWatch {
  const connections = new Set<Watched>()
  let isSilent = false
  let running: Promise<Set<number>> | null = null
  let asking: Line | null = null
  let isClosed = false

  /** @returns the idle processes, none if the answer does not say; null: there was no answer */
  async function ask(): Promise<Set<number> | null> {
    const client = new pg.Client(config)
    client.on('error', () => undefined)
    const line = (asking = lineOf(client))
    const timer = setTimeout(line.cut, checkWithinMs)
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>(idleProcesses)
      return new Set(rows.map(({ pid }) => pid))
    } catch (error) {
      // A refusal is an answer, too. Other immediate failures say nothing about open connections.
      return line.bytesReceived() > 0 || tellsNothing(error) ? new Set() : null
    } finally {
      clearTimeout(timer)
      line.cut()
      asking = null
    }
  }

  const check = () => (running ??= findIdle().finally(() => (running = null)))

  async function findIdle(): Promise<Set<number>> {
    const before = new Map([...connections].map((one) => [one, one.bytesReceived()]))
    const idle = await ask()
    const hasAnswered = () => [...before].some(([one, bytes]) => one.bytesReceived() > bytes)
    if (idle || hasAnswered() || isClosed) return idle ?? new Set()
    isSilent = true
    onSilence(new DatabaseSilent())
    // A separate error for each: pg writes the stack of its caller into it.
    for (const connection of connections) connection.giveUp(new DatabaseSilent())
    void waitForAnswer()
    return new Set()
  }

  async function waitForAnswer(): Promise<void> {
    while (!isClosed && (await ask()) === null) await sleep(askAgainAfterMs, undefined, { ref: false })
    isSilent = false
  }

  return {
    add: (connection) => {
      connections.add(connection)
      if (isSilent) connection.giveUp(new DatabaseSilent())
    },
    remove: (connection) => void connections.delete(connection),
    expectAnswer: (connection) => watchAnswer(connection, check),
    close: () => {
      isClosed = true
      asking?.cut()
    },
  }
}

const noSockets = ['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS']

/**
 * Whether the other machine refused the connection, or this one could not even try: it found no address for a name, or
 * has no sockets left.
 */
function tellsNothing(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException
  return syscall === 'getaddrinfo' || ['ECONNREFUSED', ...noSockets].includes(String(code))
}

function watchAnswer(connection: Watched, findIdle: () => Promise<Set<number>>): () => void {
  let received = connection.bytesReceived()
  let hasBeenIdle = false
  let timer: NodeJS.Timeout | null = null
  const isWaiting = () => timer !== null && connection.bytesReceived() === received
  const lookLater = () => {
    timer = setTimeout(() => void look(), checkAfterMs).unref()
  }
  async function look(): Promise<void> {
    const isIdle =
      isWaiting() &&
      (await findIdle()).has(connection.processID ?? 0) &&
      isWaiting() &&
      !connection.isSending()
    // Asked twice, because an answer may have been on its way.
    if (isIdle && hasBeenIdle)
      return connection.giveUp(new StorageUnavailable('the connection to the database was lost'))
    hasBeenIdle = isIdle
    received = connection.bytesReceived()
    if (timer !== null) lookLater()
  }
  lookLater()
  return () => {
    if (timer) clearTimeout(timer)
    timer = null
  }
}

type Line = ReturnType<typeof lineOf>

/** Access to a client's socket. With TLS the client uses another one, which encrypts for the first. */
export function lineOf(client: pg.Client) {
  const { connection } = client as unknown as { connection: { stream: Socket } }
  const raw = connection.stream
  return {
    bytesReceived: () => raw.bytesRead,
    isSending: () => connection.stream.writableLength > 0,
    cut: (reason?: Error) => void connection.stream.destroy(reason),
  }
}
