import 'server-only'
import { and, asc, eq, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { ActivityKind } from '../../core/activity'
import { addedTo, type Allowance, may } from '../../core/permissions'
import { makeResetLink, mayHandOverResetLink } from '../../core/server/accounts/reset-links'
import { endSessionsOf } from '../../core/server/accounts/sessions'
import { revokeTokens, whereOwnIn } from '../../core/server/api-tokens/revoke'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { lockShopAs } from '../../core/server/shop/change'
import { publishLiveEvent } from '../../core/server/live'
import { memberships, passwordResets, users } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import type { Person, PersonList, ResetLink, RoleChange } from '../schema'
import { wherePending } from './invitations'
import { invitations } from './tables'

export async function listPeople(context: ActorContext): Promise<PersonList> {
  return { items: await selectPeople(context, eq(memberships.shopId, context.shop.id)) }
}

/** @throws AppError `not_found` */
async function loadPerson(context: ActorContext, id: string): Promise<Person> {
  if (!isUuid(id)) throw new AppError('not_found')
  const [found] = await selectPeople(
    context,
    and(eq(memberships.shopId, context.shop.id), eq(memberships.userId, id)),
  )
  if (!found) throw new AppError('not_found')
  return found
}

async function selectPeople({ engine, actor }: ActorContext, where: SQL | undefined): Promise<Person[]> {
  const rows = await engine.db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: memberships.role,
      allowances: memberships.allowances,
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
type Entry = { action: ActivityKind; detail?: Record<string, unknown> } | null

/**
 * Changes a person's role in this shop, and what they are allowed beyond it. If the new role may not invite, revokes
 * the links that they made.
 * @throws AppError `not_found`, `last_owner`
 */
export const changeRole = (
  context: ActorContext,
  id: string,
  { role, allowances: given = [] }: RoleChange,
): Promise<Person> =>
  change(context, id, async (tx, member) => {
    const allowances = addedTo(role, given)
    const isSameRole = member.role === role
    if (isSameRole && allowances.join() === member.allowances.join()) return null
    if (!isSameRole) await requireAnotherOwner(tx, member)
    await tx
      .update(memberships)
      // From now on the role is this person's decision, not a provider's.
      .set({ role, allowances, provider: null, ...(!isSameRole && { roleSince: sql`now()` }) })
      .where(whereMember(member))
    if (!may({ role }, 'people.manage')) await revokeLinksBy(tx, member)
    const detail = { from: member.role, to: role, ...allowedDetail(member.allowances, allowances) }
    return { action: 'person.role_changed', detail }
  })

/**
 * Disables a person in this shop from the next request on, and revokes the links and the API tokens of their own that
 * they made. Keeps the membership; other shops are not affected.
 * @throws AppError `not_found`, `last_owner`
 */
export const disablePerson = (context: ActorContext, id: string): Promise<Person> =>
  change(context, id, async (tx, member) => {
    if (member.disabledAt) return null
    await requireAnotherOwner(tx, member)
    await tx
      .update(memberships)
      .set({ disabledAt: sql`now()` })
      .where(whereMember(member))
    await revokeLinksBy(tx, member)
    await revokeTokens(tx, context.actor, whereOwnIn(member))
    return { action: 'person.disabled' }
  })

/** Returns the changed allowances for the activity. Empty if none changed. */
const allowedDetail = (before: readonly Allowance[], after: readonly Allowance[]) =>
  before.length + after.length > 0 && { allowed_before: before, allowed: after }

/** @throws AppError `not_found` */
export const enablePerson = (context: ActorContext, id: string): Promise<Person> =>
  change(context, id, async (tx, member) => {
    if (!member.disabledAt) return null
    await tx.update(memberships).set({ disabledAt: null }).where(whereMember(member))
    return { action: 'person.enabled' }
  })

/**
 * Signs a person out of all shops, because sessions are not per shop. They may sign in again.
 * @throws AppError `not_found`; `conflict` if they are disabled in this shop, which then has no say over them.
 */
export const endPersonsSessions = (context: ActorContext, id: string): Promise<Person> =>
  change(context, id, async (tx, member) => {
    if (member.disabledAt) throw new AppError('conflict')
    await tx
      .update(users)
      .set({ sessionVersion: sql`${users.sessionVersion} + 1` })
      .where(eq(users.id, member.userId))
    await endSessionsOf(tx, member.userId)
    return { action: 'person.sessions_ended' }
  })

/**
 * Changes a membership and records it. Locks the shop: otherwise two owners could demote each other at once.
 * @throws AppError `forbidden` if the actor may no longer manage people
 */
async function change(
  context: ActorContext,
  id: string,
  run: (tx: Database, member: Membership) => Promise<Entry>,
): Promise<Person> {
  if (!isUuid(id)) throw new AppError('not_found')
  const { shop, engine } = context
  await engine.db.transaction(async (tx) => {
    await lockShopAs(tx, context, 'people.manage')
    const [member] = await tx
      .select()
      .from(memberships)
      .where(whereMember({ shopId: shop.id, userId: id }))
    if (!member) throw new AppError('not_found')
    const entry = await run(tx, member)
    if (entry) await recordActivity(tx, context, { ...entry, subject: id })
  })
  await publishLiveEvent(context, { kind: 'people' })
  return loadPerson(context, id)
}

const whereMember = ({ shopId, userId }: Pick<Membership, 'shopId' | 'userId'>) =>
  and(eq(memberships.shopId, shopId), eq(memberships.userId, userId))

/** Otherwise a person who lost access could return through a link that they created. */
async function revokeLinksBy(tx: Database, { shopId, userId }: Membership): Promise<void> {
  await tx.delete(passwordResets).where(eq(passwordResets.createdBy, userId))
  await tx
    .update(invitations)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(invitations.shopId, shopId), eq(invitations.createdBy, userId), wherePending))
}

/**
 * Ensures that another active owner remains.
 * @throws AppError `last_owner`
 */
async function requireAnotherOwner(
  tx: Database,
  { shopId, userId, role, disabledAt }: Membership,
): Promise<void> {
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

/**
 * Creates a link to hand over, with which a person of this shop sets a new password.
 * @throws AppError `not_found`; `conflict` for oneself and for people disabled here; `belongs_elsewhere` unless {@link
 * mayHandOverResetLink}
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
