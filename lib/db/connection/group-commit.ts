import 'server-only'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

type Options<Row> = {
  maxRows?: number
  /** The size of a row, and the maximum size of a flush. A larger row is flushed alone. */
  sizeOf?: (row: Row) => number
  maxBytes?: number
  /** Whether the flush failed because of one row, or because there were several. If so, each row is retried alone. */
  isRetriedAlone?: (error: unknown) => boolean
}

/** A flush that takes longer may be stuck on a silent connection. */
const slowAfterMs = 1000

/** Maximum concurrent flushes. All but the last are slow ones. */
const maxConcurrentFlushes = 4

/**
 * Group commit: runs one flush at a time and collects the rows that arrive meanwhile for the next, so that many durable
 * writes share one commit. A slow flush does not delay the next.
 * @param flush stores the rows and returns one result per row, in order; if it fails, each caller's promise rejects
 */
export function groupCommit<Row, Result>(
  flush: (rows: Row[]) => Promise<Result[]>,
  {
    maxRows = 200,
    sizeOf = () => 0,
    maxBytes = Number.POSITIVE_INFINITY,
    isRetriedAlone = () => false,
  }: Options<Row> = {},
) {
  type Waiter = { row: Row; resolve: (result: Result) => void; reject: (error: unknown) => void }
  let queue: Waiter[] = []
  let isFlushing = false

  function nextBatch(): Waiter[] {
    let bytes = 0
    const candidates = queue.slice(0, maxRows)
    const over = candidates.findIndex(({ row }, index) => (bytes += sizeOf(row)) > maxBytes && index > 0)
    const batch = over === -1 ? candidates : candidates.slice(0, over)
    queue = queue.slice(batch.length)
    return batch
  }

  async function flushBatch(batch: Waiter[]): Promise<void> {
    try {
      const results = await flush(batch.map(({ row }) => row))
      if (results.length !== batch.length) throw new Error('group commit: a result is missing')
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result))
    } catch (error) {
      if (batch.length > 1 && isRetriedAlone(error)) for (const one of batch) await flushBatch([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  const pendingFlushes = new Set<Promise<void>>()

  async function drain(): Promise<void> {
    isFlushing = true
    while (queue.length > 0) {
      await setImmediate()
      const carrying = flushBatch(nextBatch()).finally(() => pendingFlushes.delete(carrying))
      pendingFlushes.add(carrying)
      await waitUntilDoneOrSlow(carrying)
      if (pendingFlushes.size >= maxConcurrentFlushes) await Promise.race(pendingFlushes)
    }
    isFlushing = false
  }

  return (row: Row): Promise<Result> =>
    new Promise((resolve, reject) => {
      queue.push({ row, resolve, reject })
      if (!isFlushing) void drain()
    })
}

async function waitUntilDoneOrSlow(flush: Promise<void>): Promise<void> {
  const waiting = new AbortController()
  const slow = sleep(slowAfterMs, undefined, { signal: waiting.signal }).catch(() => undefined)
  await Promise.race([flush, slow])
  waiting.abort()
}
