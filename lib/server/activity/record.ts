import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../db/database'
import type { ShopContext } from '../context'
import { activity } from '../tables/requests'

/** Notes who did what, in the transaction of what was done. `detail` holds no secrets and no personal data. */
export async function recordActivity(
  tx: Database,
  { shop, actor }: Pick<ShopContext, 'shop' | 'actor'>,
  entry: { action: string; subject?: string; detail?: Record<string, unknown> },
): Promise<void> {
  await tx
    .insert(activity)
    .values({ shopId: shop.id, id: uuidv7(), actorId: actor?.userId ?? null, ...entry })
}
