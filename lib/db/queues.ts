import 'server-only'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import { v4 as uuidv4 } from 'uuid'
import { minutelyWork } from './each-minute'
import { watchClock } from './queue-clock'
import { traced, correlated, correlationId } from './tracing'

/**
 * Queues of background work, stored in the database and shared by all instances (pg-boss, which calls a message a job).
 * Delivery is at least once, so a handler must be safe to run again. Handlers live in the process that defined them.
 */
export type Queues = {
  /**
   * Declares a queue and the handler of this process, which takes up to `atOnce` messages (default 1) at once. A failed
   * message is retried `retries` times (default 0). Each failure goes to `onError`.
   */
  define: <Data extends object>(
    name: string,
    handler: (data: Data) => Promise<void>,
    options?: { retries?: number; atOnce?: number },
  ) => Promise<void>
  /** Queues `name` to run now, or after `afterSeconds`. A message whose `key` is already waiting is not queued again. */
  send: (name: string, data: object, options?: { afterSeconds?: number; key?: string }) => Promise<void>
  /** Runs `name` on a cron expression (UTC, at most once a minute), once across all instances. */
  schedule: (name: string, cron: string) => Promise<void>
  /** As `schedule`, for work of the night. It also runs a while after a start: a machine may be off every night. */
  nightly: (name: string, cron: string) => Promise<void>
  /**
   * Declares a queue, and runs `handler` with no data every minute, once across all instances, and for each message that is
   * sent.
   */
  eachMinute: <Data extends object>(
    name: string,
    handler: (data: Partial<Data>) => Promise<void>,
  ) => Promise<void>
  stop: () => Promise<void>
}

/** A message carries the ID of the request that queued it, and its log lines have it. */
const idName = 'correlation_id'
type Carried = { [idName]?: string }

/** pg-boss's statement for a message that has ended or failed. */
const reportStatement =
  /^\s*WITH (?:results|deleted_jobs) AS \([^]*WHERE name = \$1\s+AND id IN \(SELECT UNNEST\(\$2/

/**
 * Runs pg-boss's statements. It may send several at once, some with BEGIN; a failure rolls back so that the connection
 * stays clean. pg-boss does not await its report on a message, so a failure of that one goes to `onError`. The message
 * stays unfinished in the database and runs again.
 */
function adapter(pool: pg.Pool, onError: (error: Error) => void): PgBoss.Db {
  const nothing = { rows: undefined as never }
  async function run(text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
    const client = await pool.connect()
    let isBroken = false
    try {
      const result = values.length ? await client.query(text, values) : await client.query(text)
      return (Array.isArray(result) ? result.at(-1) : result) as { rows: unknown[] }
    } catch (error) {
      await client.query('ROLLBACK').catch(() => (isBroken = true))
      throw error
    } finally {
      client.release(isBroken)
    }
  }
  return {
    async executeSql(text, values = []) {
      if (pool.ending) return nothing
      try {
        return await run(text, values)
      } catch (error) {
        if (!reportStatement.test(text)) throw error
        onError(error as Error)
        return nothing
      }
    },
  }
}

/**
 * How often this process looks for messages of other instances, those that a schedule queued, and retries. Workers are
 * woken at once for those that it sends itself.
 */
const lookSeconds = 10

/**
 * Polling by each worker would cost a statement for each queue. This one polls for all, and wakes those that have work.
 */
const dueQueuesStatement = `SELECT DISTINCT name FROM pgboss.job WHERE state < 'active' AND start_after < now()`

/** pg-boss's workers look at least this often. */
const workerLooksSeconds = 3600

async function dueQueues(pool: pg.Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(dueQueuesStatement)
  return new Set(rows.map(({ name }) => name))
}

/** Wakes the workers of queues whose messages are due. Returns a function that stops it. */
function lookForDue(
  pool: pg.Pool,
  wake: (name: string) => void,
  onError: (error: Error) => void,
): () => void {
  let looking: Promise<void> | null = null
  const look = async () => {
    for (const name of await dueQueues(pool)) wake(name)
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch(onError)
      .finally(() => (looking = null))
  }, lookSeconds * 1000).unref()
  return () => clearInterval(timer)
}

/** One schedule for all work of each minute: a schedule each would cost seven statements a minute. */
const minuteQueue = 'each-minute'

/** How long an ending process waits for its work. */
const graceMs = 2000

type Options = {
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** Starts pg-boss on `pool`. Its tables are in the schema `pgboss`. */
export async function startQueues(
  pool: pg.Pool,
  onError: (error: Error) => void,
  { alone }: Options,
): Promise<Queues> {
  const boss = new PgBoss({
    db: adapter(pool, onError),
    archiveCompletedAfterSeconds: 3600,
    deleteAfterDays: 2,
    cronWorkerIntervalSeconds: lookSeconds,
  })
  boss.on('error', onError)
  await alone(() => boss.start())
  const stopWatching = await watchClock(pool, onError)
  const declare = await queueDeclarer(boss, alone)
  // Read once: a start that finds every schedule as it left them writes nothing.
  const schedules = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  const workers = workersOf(await dueQueues(pool), onError)
  const minutely = minutelyWork((name) => queues.send(name, {}), onError)
  const stopLooking = lookForDue(pool, workers.wake, onError)
  const queues: Queues = {
    define: async (name, handler, { retries = 0, atOnce = 1 } = {}) => {
      await declare(queueOf(name, retries))
      workers.add(name, lazyWorkers(boss, name, { handler: reporting(handler, onError), atOnce }))
    },
    send: async (name, data, { afterSeconds = 0, key } = {}) => {
      const carried: Carried = { [idName]: correlationId() ?? undefined }
      const id = await boss.send(
        name,
        { ...data, ...carried },
        { startAfter: afterSeconds, singletonKey: key ?? uuidv4() },
      )
      // pg-boss silently drops a message for an undeclared queue.
      if (id === null && key === undefined) throw new Error(`no queue is named ${name}`)
      if (afterSeconds === 0) workers.wake(name)
      else if (afterSeconds < lookSeconds) setTimeout(workers.wake, afterSeconds * 1000, name).unref()
    },
    schedule: async (name, cron) => {
      if (schedules.get(name) !== cron) await boss.schedule(name, cron, {})
      schedules.set(name, cron)
    },
    nightly: async (name, cron) => {
      await queues.schedule(name, cron)
      // Not while a start is busy. Many short starts leave one message.
      await queues.send(name, {}, { afterSeconds: 600, key: 'after a start' })
    },
    eachMinute: async (name, handler) => {
      await queues.define(name, handler)
      // An earlier release gave it a schedule of its own.
      if (schedules.delete(name)) await boss.unschedule(name)
      if (minutely.add(name, () => handler({})) > 1) return
      await queues.define(minuteQueue, minutely.run)
      await queues.schedule(minuteQueue, '* * * * *')
    },
    stop: async () => {
      stopWatching()
      stopLooking()
      workers.clear()
      const ended = boss.stop({ graceful: true, timeout: graceMs, wait: true })
      await Promise.all([ended, minutely.settled(graceMs)])
    },
  }
  return queues
}

/** Returns a function that declares a queue. Writes nothing if an earlier start left it the same. */
async function queueDeclarer(boss: PgBoss, alone: Options['alone']) {
  const queues = new Map<string, PgBoss.Queue>((await boss.getQueues()).map((queue) => [queue.name, queue]))
  return async (queue: PgBoss.Queue): Promise<void> => {
    const { name } = queue
    if (hasOptions(queues.get(name), queue)) return
    await alone(async () => {
      await boss.createQueue(name, queue)
      // Creating does not change a queue of an earlier release.
      await boss.updateQueue(name, queue)
    })
    queues.set(name, queue)
  }
}

const queueOf = (name: string, retries: number) => ({
  name,
  policy: 'short' as const, // The only policy that does not queue a waiting key twice.
  retryLimit: retries,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 300,
})

const hasOptions = (stored: PgBoss.Queue | undefined, wanted: PgBoss.Queue): boolean =>
  stored !== undefined &&
  (Object.keys(wanted) as (keyof PgBoss.Queue)[]).every((option) => stored[option] === wanted[option])

/** Reports the error of a failed message. pg-boss only stores it in its table. */
const reporting =
  <Data>(handler: (data: Data) => Promise<void>, onError: (error: Error) => void) =>
  async (data: Data) => {
    try {
      await handler(data)
    } catch (error) {
      onError(error as Error)
      throw error
    }
  }

/** The workers of all queues. `early`: queues that have messages and no handler yet. */
function workersOf(early: Set<string>, onError: (error: Error) => void) {
  const looks = new Map<string, () => Promise<void>>()
  const wake = (name: string): void => {
    const look = looks.get(name)
    if (look) void look().catch(onError)
    else early.add(name)
  }
  return {
    wake,
    add: (name: string, look: () => Promise<void>) => {
      looks.set(name, look)
      if (early.delete(name)) wake(name)
    },
    clear: () => looks.clear(),
  }
}

/** Returns a function that makes the workers of a queue look for messages. Its first call starts them. */
function lazyWorkers<Data extends object>(
  boss: PgBoss,
  name: string,
  { handler, atOnce }: { handler: (data: Data) => Promise<void>; atOnce: number },
): () => Promise<void> {
  let started: Promise<string[]> | null = null
  return async () => {
    const running = started
    started ??= Promise.all(Array.from({ length: atOnce }, () => startWorker(boss, name, handler)))
    for (const worker of (await running) ?? []) boss.notifyWorker(worker)
  }
}

/** Starts a worker, which looks for a message at once. Returns its ID. */
async function startWorker<Data extends object>(
  boss: PgBoss,
  name: string,
  handler: (data: Data) => Promise<void>,
): Promise<string> {
  const worker: string = await boss.work<Data & Carried>(
    name,
    { batchSize: 1, pollingIntervalSeconds: workerLooksSeconds },
    async ([message]) => {
      // Woken while it works, it looks for the next message at once.
      boss.notifyWorker(worker)
      if (!message) return
      const { [idName]: id = null, ...data } = message.data
      await correlated(id, () => traced('job', { queue: name }, () => handler(data as unknown as Data)))
    },
  )
  return worker
}
