import 'server-only'
import { singleton } from '../../../db/singleton'
import { AppError } from '../errors'

/** Each search runs two statements. The rest of the connections (db/pool.ts) stays free for other requests. */
const mostAtOnce = 3

type Turns = { running: number; waiting: (() => void)[] }
const turns = singleton<Turns>('search-turns')

/**
 * Runs a search when a place is free. People search with each letter typed, so a search whose client gave up while it
 * waited is not run.
 * @throws AppError `request_cancelled`
 */
export async function inTurn<Result>(
  signal: AbortSignal | undefined,
  search: () => Promise<Result>,
): Promise<Result> {
  if (!turns.peek()) turns.set({ running: 0, waiting: [] })
  const all = turns.get()
  if (all.running >= mostAtOnce) await new Promise<void>((resolve) => all.waiting.push(resolve))
  else all.running++
  try {
    if (signal?.aborted) throw new AppError('request_cancelled')
    return await search()
  } finally {
    // The place passes to the search that waited longest.
    const next = all.waiting.shift()
    if (next) next()
    else all.running--
  }
}
