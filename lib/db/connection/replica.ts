import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseUnusable, reasonOf } from './database-unusable'
import { withLimit } from './limited-client'
import { reportErrors, serverPool } from './server-pool'
import { silenceWatch } from './silence'
import { isStorageUnavailable } from './storage-unavailable'

/**
 * `behind`: it lacks what the primary had committed. `failing`: it failed a statement that the primary answered.
 * `foreign`: it is no replica of the primary.
 */
type ReplicaState = 'current' | 'behind' | 'unreachable' | 'failing' | 'foreign'

type ReplicaStatus = {
  state: ReplicaState
  /** How much of the primary's log it had not replayed when it was last asked; null: it did not answer. */
  behindBytes: number | null
  /** Reads since the start: those that it answered, and those that the primary answered instead. */
  answered: number
  passedOn: number
}

export type Replica = {
  /** Read-only connections to it. */
  pool: pg.Pool
  /** Whether it has replayed all that was committed when this was called. Waits a moment until it has. */
  isCurrent: () => Promise<boolean>
  /** Counts a read. `failure`: why the primary had to answer instead. */
  note: (answeredBy: 'replica' | 'primary', failure?: unknown) => void
  /** The current state, or the last known one. */
  status: () => Promise<ReplicaStatus>
  close: () => Promise<void>
}

/** How long a read waits for the replica. One that is further behind is asked again later, not by each read. */
const waitMs = 300
const askEveryMs = 5
/** How long it may take to answer at all. */
const answerMs = 1_000
const askAgainMs = 1_000
const failingMs = 5_000

/** Which server and database this is, and its position in the log: durable on a primary, replayed on a standby. */
const asking = `
  SELECT system_identifier || '/' || current_database() AS identity,
    CASE WHEN pg_is_in_recovery() THEN NULL ELSE pg_postmaster_start_time()::text END AS primary_since,
    CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END AS position
  FROM pg_control_system()`
const askingPrimary = `SELECT identity, primary_since, position::text FROM (${asking}) here`
const askingReplica = `SELECT identity, primary_since, greatest(pg_wal_lsn_diff($1, position), 0)::bigint AS behind FROM (${asking}) here`

type Primary = { identity: string; primary_since: string | null; position: string }
type Answer = { identity: string; primary_since: string | null; behind: number | null }

type Options = {
  url: string
  max: number
  isPooled: boolean
  primary: pg.Pool
  onError: (error: Error) => void
}

/** An unreachable replica does not keep the application from starting. @throws DatabaseUnusable if it is no replica */
export async function openReplica({ url, max, isPooled, primary, onError }: Options): Promise<Replica> {
  const silence = silenceWatch({ connectionString: url }, onError)
  const pool = serverPool({ url, max, isPooled, isReadOnly: true, silence })
  // A separate connection, so that a question does not wait for a long report.
  const questions = serverPool({ url, max: 1, isPooled, isReadOnly: true, openWithin: answerMs })
  for (const one of [pool, questions]) reportErrors(one, onError)
  const watch = watchReplica({ questions, primary, onError })
  const close = async () => {
    watch.close()
    silence.close()
    await Promise.all([pool.end(), questions.end()])
  }
  if ((await watch.begin()) === 'foreign') {
    await close()
    throw new DatabaseUnusable('DATABASE_READ_URL: is no replica of the database of DATABASE_URL')
  }
  const counts = { answered: 0, passedOn: 0 }
  return {
    pool,
    isCurrent: async () => (await watch.ask()).state === 'current',
    note: (answeredBy, failure) => {
      counts[answeredBy === 'replica' ? 'answered' : 'passedOn'] += 1
      if (failure !== undefined) watch.enter('failing', reasonOf(failure))
    },
    status: async () => ({ ...(await watch.ask()), ...counts }),
    close,
  }
}

type Watched = Pick<Options, 'primary' | 'onError'> & { questions: pg.Pool }

function watchReplica({ questions, primary, onError }: Watched) {
  let state: ReplicaState = 'unreachable'
  let behindBytes: number | null = null
  let later: NodeJS.Timeout | undefined
  let isClosed = false

  function enter(next: ReplicaState, reason: string | null): void {
    if (isClosed) return
    const hasBeenCurrent = state === 'current'
    state = next
    clearTimeout(later)
    if (next === 'current') return
    if (hasBeenCurrent && next !== 'behind')
      onError(new Error(`DATABASE_READ_URL: the replica is ${next} (${reason}); the primary answers instead`))
    later = setTimeout(() => void check(), next === 'failing' ? failingMs : askAgainMs).unref()
  }

  async function check(): Promise<void> {
    try {
      const { rows } = await primary.query<Primary>(askingPrimary)
      await compare(rows[0] as Primary, performance.now() + waitMs)
    } catch (error) {
      behindBytes = null
      enter('unreachable', reasonOf(error))
    }
  }

  async function compare(wanted: Primary, until: number): Promise<void> {
    for (;;) {
      const found = await ask(questions, wanted.position)
      if (isForeign(found, wanted)) return enter('foreign', 'it belongs to another database')
      behindBytes = found.behind
      if (found.behind === 0) return enter('current', null)
      if (performance.now() > until) return enter('behind', null)
      await sleep(askEveryMs)
    }
  }

  let running = Promise.resolve()
  let next: Promise<void> | null = null
  /** Reads that arrive while it is being asked share the next question: the answer must be newer than they are. */
  const checkNext = () =>
    (next ??= running.then(() => {
      next = null
      return (running = check())
    }))
  return {
    begin: async () => {
      await check()
      return state
    },
    enter,
    /** One that does not answer reads is asked in the background only, so that nothing waits for it. */
    ask: async () => {
      if (state === 'current') await checkNext()
      return { state, behindBytes }
    },
    close: () => {
      isClosed = true
      clearTimeout(later)
    },
  }
}

/** @throws if there is no answer in time */
async function ask(pool: pg.Pool, position: string): Promise<Answer> {
  const client = await pool.connect()
  try {
    const { rows } = await withLimit(client, answerMs, () => client.query<Answer>(askingReplica, [position]))
    client.release()
    return rows[0] as Answer
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** A server that accepts writes is the primary itself, or has diverged from it. */
const isForeign = (found: Answer, primary: Primary): boolean =>
  found.identity !== primary.identity ||
  (found.primary_since !== null && found.primary_since !== primary.primary_since)

/** SQLSTATEs: cancelled because of what the primary removed, a statement that writes, and a missing permission. */
const refusals = /^(?:40001|40P01|25006|42501)$/

/** Whether the primary may answer what the replica could not. */
export function isReplicaFailure(error: unknown): boolean {
  if (isStorageUnavailable(error)) return true
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && refusals.test(String(cause.code))) return true
  return false
}
