import 'server-only'
import type { ActorContext } from '../../core/server/context'
import { loadShopOf } from '../../core/server/shop/load'
import { storedCopy } from '../../products/copy'
import type { ShownCopy } from '../copies'
import type { Task } from './tables'

/** Returns a job's order as the person may see it: a copy names the other shop only to its members. */
export async function shownOrder(
  { engine, actor }: ActorContext,
  { kind, order }: Task,
): Promise<Record<string, unknown>> {
  const { data: copy } = storedCopy.safeParse(order)
  if (kind !== 'products.copy' || !copy) return order
  const { from, selection, match } = copy
  const found = await loadShopOf(engine.db, from, actor.userId)
  if (!found) return { from: null, selection: null, match } satisfies ShownCopy
  const { id, name, mode } = found.shop
  return { from: { id, name, mode }, selection, match } satisfies ShownCopy
}
