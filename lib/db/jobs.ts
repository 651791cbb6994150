import 'server-only'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import { v4 as uuidv4 } from 'uuid'

/**
 * Background work, kept in the database and shared by all instances (pg-boss). At least once: a handler must
 * bear being run again. Handlers belong to the process that defined them.
 */
export type Jobs = {
  /**
   * Declares a queue and works it here, `atOnce` jobs at a time (one, unless told). A failed job is tried again
   * `retries` times.
   */
  define: <Data extends object>(
    name: string,
    handler: (data: Data) => Promise<void>,
    options?: { retries?: number; atOnce?: number },
  ) => Promise<void>
  /** Runs `name` now, or after `afterSeconds`. A `key` that already waits is not queued twice. */
  send: (name: string, data: object, options?: { afterSeconds?: number; key?: string }) => Promise<void>
  /** Runs `name` on a cron expression (minutes at the finest, UTC), once across all instances. */
  schedule: (name: string, cron: string) => Promise<void>
  stop: () => Promise<void>
}

/** pg-boss sends several statements at once, some with BEGIN; after a failure the connection must be clean. */
const adapter = (pool: pg.Pool): PgBoss.Db => ({
  async executeSql(text, values) {
    // It does not wait for what it reports of a job that outlasts its stop, and a refusal would end the process. The
    // job was not finished as far as anybody knows, and is run again.
    if (pool.ending) return { rows: undefined as never }
    const client = await pool.connect()
    let broken = false
    try {
      const result = values?.length ? await client.query(text, values) : await client.query(text)
      return (Array.isArray(result) ? result.at(-1) : result) as { rows: unknown[] }
    } catch (error) {
      await client.query('ROLLBACK').catch(() => (broken = true))
      throw error
    } finally {
      client.release(broken)
    }
  },
})

type Options = {
  /** Runs what creates tables while no other instance does. */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** Starts the queue on `pool`; its tables live in the schema `pgboss`. */
export async function startJobs(
  pool: pg.Pool,
  onError: (error: Error) => void,
  { alone }: Options,
): Promise<Jobs> {
  const boss = new PgBoss({
    db: adapter(pool),
    archiveCompletedAfterSeconds: 3600,
    deleteAfterDays: 2,
  })
  boss.on('error', onError)
  await alone(() => boss.start())
  const workers = new Map<string, string[]>()
  return {
    define: async (name, handler, { retries = 0, atOnce = 1 } = {}) => {
      const queue: PgBoss.Queue = {
        name,
        policy: 'short', // The one policy under which a key that waits is not queued twice.
        retryLimit: retries,
        retryDelay: 2,
        retryBackoff: true,
        expireInSeconds: 300,
      }
      await alone(() => boss.createQueue(name, queue))
      const work = (pollingIntervalSeconds: number) =>
        boss.work<Parameters<typeof handler>[0]>(
          name,
          { batchSize: 1, pollingIntervalSeconds },
          async ([job]) => {
            if (job) await handler(job.data)
          },
        )
      // One looks often; the others are there for what is sent while it is busy, and look seldom.
      const others = await Promise.all(Array.from({ length: atOnce - 1 }, () => work(10)))
      workers.set(name, [await work(2), ...others])
    },
    send: async (name, data, { afterSeconds = 0, key } = {}) => {
      const id = await boss.send(name, data, { startAfter: afterSeconds, singletonKey: key ?? uuidv4() })
      // pg-boss drops what is sent to a queue that nobody declared, without a word.
      if (id === null && key === undefined) throw new Error(`no queue is named ${name}`)
      if (afterSeconds === 0) for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
    },
    schedule: async (name, cron) => boss.schedule(name, cron, {}),
    stop: async () => boss.stop({ graceful: true, timeout: 2000, wait: true }),
  }
}
