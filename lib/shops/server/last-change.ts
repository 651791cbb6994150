import 'server-only'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { ShopContext } from '../../core/server/context'
import { activity } from '../../core/server/tables/requests'
import { users } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import type { LastChange } from '../last-change'

/** Returns who changed settings of the shop last, by the activity that each change records. */
export async function readLastChange(
  db: Database,
  { shop }: Pick<ShopContext, 'shop'>,
  action: string,
): Promise<LastChange> {
  const isSuch = and(eq(activity.shopId, shop.id), isNull(activity.subject), eq(activity.action, action))
  const [last] = await db
    .select({ at: activity.at, by: users.name })
    .from(activity)
    .leftJoin(users, eq(users.id, activity.actorId))
    .where(isSuch)
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(1)
  return last ? { at: last.at.toISOString(), by: last.by } : null
}
