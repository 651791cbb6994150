import 'server-only'
import { and, eq, isNull, notInArray } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { makeResetLink } from '../../core/server/accounts/reset-links'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { memberships, users } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import type { ResetLink } from '../schema'
import { lockShopAsManager } from './invitations'

/**
 * Makes a link with which a person of this shop sets a new password, to hand over. Who holds it can become that person, so
 * an owner may do so only for somebody who works nowhere else than in the owner's own shops. Administrators of the
 * installation may do so for everybody.
 * @throws AppError `not_found`; `conflict` for oneself and for who is disabled here; `belongs_elsewhere`
 */
export async function makePersonsResetLink(context: ActorContext, id: string): Promise<ResetLink> {
  const { engine, shop, actor } = context
  if (!isUuid(id)) throw new AppError('not_found')
  return engine.db.transaction(async (tx) => {
    await lockShopAsManager(tx, context)
    const [person] = await tx
      .select({ user: users, disabledAt: memberships.disabledAt })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(and(eq(memberships.shopId, shop.id), eq(memberships.userId, id)))
    if (!person) throw new AppError('not_found')
    const { user, disabledAt } = person
    if (user.id === actor.userId || disabledAt || user.disabledAt) throw new AppError('conflict')
    if (await belongsElsewhere(tx, actor.userId, user)) throw new AppError('belongs_elsewhere')
    const { url, expiresAt } = await makeResetLink(tx, { userId: user.id, createdBy: actor.userId })
    await recordActivity(tx, context, { action: 'person.reset_link_made', subject: user.id })
    return { name: user.name, email: user.email, url, expires_at: expiresAt.toISOString() }
  })
}

async function belongsElsewhere(
  tx: Database,
  actorId: string,
  person: typeof users.$inferSelect,
): Promise<boolean> {
  const [actor] = await tx.select().from(users).where(eq(users.id, actorId))
  if (actor?.isAdministrator) return false
  if (person.isAdministrator) return true
  const owned = tx
    .select({ id: memberships.shopId })
    .from(memberships)
    .where(
      and(eq(memberships.userId, actorId), eq(memberships.role, 'owner'), isNull(memberships.disabledAt)),
    )
  const others = await tx.$count(
    memberships,
    and(
      eq(memberships.userId, person.id),
      isNull(memberships.disabledAt),
      notInArray(memberships.shopId, owned),
    ),
  )
  return others > 0
}
