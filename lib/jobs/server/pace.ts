import 'server-only'
import { singleton } from '../../db/singleton'

/** At most so many requests of tasks are under way at a time for a shop. */
const fastest = 3
/** So many rows have to go well before one more goes at a time. */
const recovery = 20

type Pace = { limit: number; well: number }
const paces = singleton<Map<string, Pace>>('task-paces')

function paceOf(shopId: string): Pace {
  if (!paces.peek()) paces.set(new Map())
  const pace = paces.get().get(shopId) ?? { limit: fastest, well: 0 }
  paces.get().set(shopId, pace)
  return pace
}

/** How many rows may be under way for a shop. */
export const paceLimit = (shopId: string): number => paceOf(shopId).limit

/** The gateway asked to slow down. */
export function slowDown(shopId: string): void {
  Object.assign(paceOf(shopId), { limit: 1, well: 0 })
}

/** A row went well. */
export function wentWell(shopId: string): void {
  const pace = paceOf(shopId)
  pace.well++
  if (pace.well < recovery || pace.limit === fastest) return
  pace.limit++
  pace.well = 0
}
