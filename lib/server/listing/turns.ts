import 'server-only'
import { singleton } from '../../db/singleton'
import { AppError } from '../errors'

/** So many searches at once, each with two statements, leave connections (db/pool.ts) to everybody else. */
const mostAtOnce = 3

type Turns = { running: number; waiting: (() => void)[] }
const turns = singleton<Turns>('search-turns')

/**
 * Searches when its turn comes. Whoever types asks anew with each letter and hears no answer to the ones before: what
 * was given up while it waited is not begun.
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
    // Whoever waited longest takes the place over.
    const next = all.waiting.shift()
    if (next) next()
    else all.running--
  }
}
