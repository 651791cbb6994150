import 'server-only'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

type Options<Row> = {
  /** Rows in one flush; the rest wait for the next. */
  maxRows?: number
  /** How large a row is, and how large one flush may be; a larger row goes by itself. */
  sizeOf?: (row: Row) => number
  mostBytes?: number
  /** Whether a flush failed because of what one of its rows says: then each is tried by itself. */
  isOfOneRow?: (error: unknown) => boolean
}

/** A flush that takes longer may be stuck on a connection that went silent. */
const slowAfterMs = 1000

/** Flushes under way at once, of which all but the last are slow. */
const mostFlushes = 4

/**
 * Group commit: one flush is under way at a time; whatever is queued meanwhile goes with the next one, and
 * each caller is answered after the flush that carried its row. Durable writes then cost one commit for
 * many callers. A flush that is slow does not hold the next one.
 * @param flush stores the rows and returns a result for each, in order; when it fails, each caller fails.
 */
export function groupCommit<Row, Result>(
  flush: (rows: Row[]) => Promise<Result[]>,
  {
    maxRows = 200,
    sizeOf = () => 0,
    mostBytes = Number.POSITIVE_INFINITY,
    isOfOneRow = () => false,
  }: Options<Row> = {},
) {
  type Waiter = { row: Row; resolve: (result: Result) => void; reject: (error: unknown) => void }
  let queue: Waiter[] = []
  let flushing = false

  function nextBatch(): Waiter[] {
    let bytes = 0
    const most = queue.slice(0, maxRows)
    const over = most.findIndex(({ row }, index) => (bytes += sizeOf(row)) > mostBytes && index > 0)
    const batch = over === -1 ? most : most.slice(0, over)
    queue = queue.slice(batch.length)
    return batch
  }

  async function carry(batch: Waiter[]): Promise<void> {
    try {
      const results = await flush(batch.map(({ row }) => row))
      if (results.length !== batch.length) throw new Error('group commit: a result is missing')
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result))
    } catch (error) {
      if (batch.length > 1 && isOfOneRow(error)) for (const one of batch) await carry([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  const underWay = new Set<Promise<void>>()

  async function drain(): Promise<void> {
    flushing = true
    while (queue.length > 0) {
      // What came in the same moment goes with it.
      await setImmediate()
      const carrying = carry(nextBatch()).finally(() => underWay.delete(carrying))
      underWay.add(carrying)
      await untilOver(carrying)
      if (underWay.size >= mostFlushes) await Promise.race(underWay)
    }
    flushing = false
  }

  return (row: Row): Promise<Result> =>
    new Promise((resolve, reject) => {
      queue.push({ row, resolve, reject })
      if (!flushing) void drain()
    })
}

/** Until it is over, or slow. */
async function untilOver(flush: Promise<void>): Promise<void> {
  const waiting = new AbortController()
  const slow = sleep(slowAfterMs, undefined, { signal: waiting.signal }).catch(() => undefined)
  await Promise.race([flush, slow])
  waiting.abort()
}
