import 'server-only'
import { and, eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../db/database'
import type { Actor, Shop } from '../context'
import { activity } from '../tables/requests'

/**
 * Notes who did what, in the transaction of what was done; the entry's ID. `detail` holds no secrets and no personal
 * data.
 */
export async function recordActivity(
  tx: Database,
  { shop, actor }: { shop: Pick<Shop, 'id'>; actor: Pick<Actor, 'userId'> | null },
  entry: { action: string; subject?: string; detail?: Record<string, unknown> },
): Promise<string> {
  const id = uuidv7()
  await tx.insert(activity).values({ shopId: shop.id, id, actorId: actor?.userId ?? null, ...entry })
  return id
}

/** Writes down what came of something that takes its time, in the entry that was made when it began. */
export async function completeActivity(
  tx: Database,
  { shop }: { shop: Pick<Shop, 'id'> },
  { id, detail }: { id: string; detail: Record<string, unknown> },
): Promise<void> {
  await tx
    .update(activity)
    .set({ detail })
    .where(and(eq(activity.shopId, shop.id), eq(activity.id, id)))
}
