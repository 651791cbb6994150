import 'server-only'
import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { Person, PersonList } from '../schema'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { memberships, users } from '../../core/server/tables/users'

/** Everybody with a part in the shop, the disabled ones last, by name. */
export async function listPeople(context: ActorContext): Promise<PersonList> {
  return { items: await peopleWhere(context, eq(memberships.shopId, context.shop.id)) }
}

/** One person of the shop. @throws AppError `not_found` */
export async function loadPerson(context: ActorContext, id: string): Promise<Person> {
  if (!isUuid(id)) throw new AppError('not_found')
  const [found] = await peopleWhere(
    context,
    and(eq(memberships.shopId, context.shop.id), eq(memberships.userId, id)),
  )
  if (!found) throw new AppError('not_found')
  return found
}

async function peopleWhere({ engine, actor }: ActorContext, where: SQL | undefined): Promise<Person[]> {
  const rows = await engine.db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: memberships.role,
      disabledAt: memberships.disabledAt,
      lastSignInAt: users.lastSignInAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(where)
    .orderBy(sql`${memberships.disabledAt} IS NOT NULL`, asc(sql`lower(${users.name})`), asc(users.id))
  return rows.map(({ disabledAt, lastSignInAt, ...rest }) => ({
    ...rest,
    state: disabledAt ? 'disabled' : 'active',
    last_sign_in_at: lastSignInAt?.toISOString() ?? null,
    is_you: rest.id === actor.userId,
  }))
}
