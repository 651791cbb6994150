import 'server-only'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { may, roles } from '../../core/permissions'
import { otherShopOf } from '../../core/server/auth/other-shop'
import type { ActorContext } from '../../core/server/context'
import { memberships } from '../../core/server/tables/users'
import type { CopyList } from '../copies'
import { jobPermissions } from '../permissions'
import { readJob } from './answer'
import { jobs } from './tables'

const shown = 5
const seeing = roles.filter(
  (role) => may({ role }, 'jobs.read') && may({ role }, jobPermissions['products.copy'].order),
)

/** Returns the last copies of this shop's products into other shops where the person may see the jobs. */
export async function listCopies(context: ActorContext): Promise<CopyList> {
  const { engine, shop, actor } = context
  const rows = await engine.db
    .select({ shopId: jobs.shopId, id: jobs.id })
    .from(jobs)
    .innerJoin(memberships, eq(memberships.shopId, jobs.shopId))
    .where(
      and(
        eq(memberships.userId, actor.userId),
        isNull(memberships.disabledAt),
        inArray(memberships.role, seeing),
        eq(jobs.kind, 'products.copy'),
        isNull(jobs.undoes),
        sql`${jobs.order}->>'from' = ${shop.id}`,
      ),
    )
    .orderBy(desc(jobs.createdAt))
    .limit(shown)
  const items = await Promise.all(
    rows.map(async ({ shopId, id }) => {
      const found = await otherShopOf(engine.db, actor, shopId)
      if (!found) return []
      const { shop: to, rights } = found
      const job = await readJob({ ...context, shop: to, actor: { ...actor, ...rights } }, id)
      return [{ to: { id: to.id, name: to.name, mode: to.mode }, job }]
    }),
  )
  return { items: items.flat() }
}
