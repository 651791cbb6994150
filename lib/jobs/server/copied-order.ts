import 'server-only'
import type { ActorContext } from '../../core/server/context'
import { loadShopOf } from '../../core/server/shop/load'
import { storedCopy } from '../../products/copy'
import type { ShownCopy } from '../copies'
import type { Task } from './tables'

/**
 * Returns a job's order as the person may see it: a copy names the other shop only to its members, and says nothing if it
 * cannot be read.
 */
export async function shownOrder(
  { engine, actor }: ActorContext,
  { kind, order }: Task,
): Promise<Record<string, unknown>> {
  if (kind !== 'products.copy') return order
  const { data: copy } = storedCopy.safeParse(order)
  if (!copy) return { from: null, selection: null, match: null } satisfies ShownCopy
  const { from, selection, match } = copy
  const found = await loadShopOf(engine.db, from, actor.userId)
  if (!found) return { from: null, selection: null, match } satisfies ShownCopy
  const { id, name, mode } = found.shop
  return { from: { id, name, mode }, selection, match } satisfies ShownCopy
}
