import 'server-only'
import { and, asc, eq, sql, type SQL, isNull, ne } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { Person, PersonList, RoleChange } from '../schema'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { memberships, users } from '../../core/server/tables/users'
import { may } from '../../core/permissions'
import type { Database } from '../../db/database'
import { recordActivity } from '../../core/server/activity/record'
import { tellBrowsers } from '../../core/server/live'
import { invitations } from './tables'
import { shops } from '../../core/server/tables/shops'
import { isPending } from './invitations'

/** Everybody with a part in the shop, the disabled ones last, by name. */
export async function listPeople(context: ActorContext): Promise<PersonList> {
  return { items: await peopleWhere(context, eq(memberships.shopId, context.shop.id)) }
}

/** One person of the shop. @throws AppError `not_found` */
async function loadPerson(context: ActorContext, id: string): Promise<Person> {
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

type Membership = typeof memberships.$inferSelect
/** What is noted of a change; null: it was so already. */
type Entry = { action: string; detail?: Record<string, unknown> } | null

/**
 * Gives a person another role in this shop. Who may no longer invite loses the invitations that are open, or one kept
 * for themselves would let them in again. @throws AppError `not_found`, `last_owner`
 */
export const changeRole = (context: ActorContext, id: string, { role }: RoleChange): Promise<Person> =>
  change(context, id, async (tx, member) => {
    if (member.role === role) return null
    await keepAnOwner(tx, member)
    await tx.update(memberships).set({ role }).where(isMember(member))
    if (!may(role, 'people.manage')) await revokeInvitationsBy(tx, member)
    return { action: 'person.role_changed', detail: { from: member.role, to: role } }
  })

/**
 * Takes this shop away from a person, from the next request on; that they belong to it is kept, and other shops are
 * none of this shop's business. Their open invitations are revoked. @throws AppError `not_found`, `last_owner`
 */
export const disablePerson = (context: ActorContext, id: string): Promise<Person> =>
  change(context, id, async (tx, member) => {
    if (member.disabledAt) return null
    await keepAnOwner(tx, member)
    await tx
      .update(memberships)
      .set({ disabledAt: sql`now()` })
      .where(isMember(member))
    await revokeInvitationsBy(tx, member)
    return { action: 'person.disabled' }
  })

/** Lets a disabled person in again, with the role they had. @throws AppError `not_found` */
export const enablePerson = (context: ActorContext, id: string): Promise<Person> =>
  change(context, id, async (tx, member) => {
    if (!member.disabledAt) return null
    await tx.update(memberships).set({ disabledAt: null }).where(isMember(member))
    return { action: 'person.enabled' }
  })

/**
 * Signs a person out everywhere: a session is of no shop. They may sign in again.
 * @throws AppError `not_found`; `conflict` where they are disabled, and so none of this shop's people now.
 */
export const endPersonsSessions = (context: ActorContext, id: string): Promise<Person> =>
  change(context, id, async (tx, member) => {
    if (member.disabledAt) throw new AppError('conflict')
    await tx
      .update(users)
      .set({ sessionVersion: sql`${users.sessionVersion} + 1` })
      .where(eq(users.id, member.userId))
    return { action: 'person.sessions_ended' }
  })

/** Changes a person's part in the shop and notes it. One change at a time in a shop, or two owners could demote each other. */
async function change(
  context: ActorContext,
  id: string,
  run: (tx: Database, member: Membership) => Promise<Entry>,
): Promise<Person> {
  if (!isUuid(id)) throw new AppError('not_found')
  const { shop, engine } = context
  await engine.db.transaction(async (tx) => {
    await tx.select({ id: shops.id }).from(shops).where(eq(shops.id, shop.id)).for('no key update')
    const [member] = await tx
      .select()
      .from(memberships)
      .where(isMember({ shopId: shop.id, userId: id }))
    if (!member) throw new AppError('not_found')
    const entry = await run(tx, member)
    if (entry) await recordActivity(tx, context, { ...entry, subject: id })
  })
  await tellBrowsers(context, { kind: 'people' })
  return loadPerson(context, id)
}

const isMember = ({ shopId, userId }: Pick<Membership, 'shopId' | 'userId'>) =>
  and(eq(memberships.shopId, shopId), eq(memberships.userId, userId))

async function revokeInvitationsBy(tx: Database, { shopId, userId }: Membership): Promise<void> {
  await tx
    .update(invitations)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(invitations.shopId, shopId), eq(invitations.createdBy, userId), isPending))
}

/** @throws AppError `last_owner` where nobody else could manage the shop's people. */
async function keepAnOwner(tx: Database, { shopId, userId, role, disabledAt }: Membership): Promise<void> {
  if (role !== 'owner' || disabledAt) return
  const [other] = await tx
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.shopId, shopId),
        ne(memberships.userId, userId),
        eq(memberships.role, 'owner'),
        isNull(memberships.disabledAt),
        isNull(users.disabledAt),
      ),
    )
    .limit(1)
  if (!other) throw new AppError('last_owner')
}
