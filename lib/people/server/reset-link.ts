import 'server-only'
import { and, eq } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { makeResetLink, mayHandOverResetLink } from '../../core/server/accounts/reset-links'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { lockShopAs } from '../../core/server/shop/change'
import { memberships, users } from '../../core/server/tables/users'
import type { ResetLink } from '../schema'

/**
 * Makes a link with which a person of this shop sets a new password, to hand over.
 * @throws AppError `not_found`; `conflict` for oneself and for who is disabled here; `belongs_elsewhere` unless
 * {@link mayHandOverResetLink}
 */
export async function makePersonsResetLink(context: ActorContext, id: string): Promise<ResetLink> {
  const { engine, shop, actor } = context
  if (!isUuid(id)) throw new AppError('not_found')
  return engine.db.transaction(async (tx) => {
    await lockShopAs(tx, context, 'people.manage')
    const [person] = await tx
      .select({ user: users, disabledAt: memberships.disabledAt })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(and(eq(memberships.shopId, shop.id), eq(memberships.userId, id)))
    if (!person) throw new AppError('not_found')
    const { user, disabledAt } = person
    if (user.id === actor.userId || disabledAt || user.disabledAt) throw new AppError('conflict')
    if (!(await mayHandOverResetLink(tx, actor.userId, user))) throw new AppError('belongs_elsewhere')
    const { url, expiresAt } = await makeResetLink(tx, { userId: user.id, createdBy: actor.userId })
    await recordActivity(tx, context, { action: 'person.reset_link_made', subject: user.id })
    return { name: user.name, email: user.email, url, expires_at: expiresAt.toISOString() }
  })
}
