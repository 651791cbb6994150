import 'server-only'

/**
 * Group commit: one flush is under way at a time; whatever is queued meanwhile goes with the next one, and
 * each caller is answered after the flush that carried its row. Durable writes then cost one commit for
 * many callers.
 * @param flush stores the rows and returns a result for each, in order; when it fails, each caller fails.
 * @param maxRows rows in one flush; the rest wait for the next.
 */
export function groupCommit<Row, Result>(flush: (rows: Row[]) => Promise<Result[]>, maxRows = 200) {
  type Waiter = { row: Row; resolve: (result: Result) => void; reject: (error: unknown) => void }
  let queue: Waiter[] = []
  let flushing = false

  async function drain(): Promise<void> {
    flushing = true
    while (queue.length > 0) {
      const batch = queue.slice(0, maxRows)
      queue = queue.slice(maxRows)
      try {
        const results = await flush(batch.map(({ row }) => row))
        if (results.length !== batch.length) throw new Error('group commit: a result is missing')
        batch.forEach(({ resolve }, index) => resolve(results[index] as Result))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    flushing = false
  }

  return (row: Row): Promise<Result> =>
    new Promise((resolve, reject) => {
      queue.push({ row, resolve, reject })
      if (!flushing) void drain()
    })
}
