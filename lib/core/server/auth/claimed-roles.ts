import 'server-only'
import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { ActivityKind } from '../../activity'
import { may, roles, type Role } from '../../permissions'
import type { Database } from '../../../db/database'
import { revokeTokens, whereOwnIn } from '../api-tokens/revoke'
import { recordActivity } from '../activity/record'
import { config } from '../config/config'
import type { OidcProvider } from '../config/oidc'
import { shops } from '../tables/shops'
import { memberships, passwordResets, users } from '../tables/users'

type Person = Pick<typeof users.$inferSelect, 'id'> & { address: string }
type Claimed = { roles: ReadonlyMap<string, Role>; isAdministrator: boolean }

/** Returns the roles that an ID token's claim gives, according to the provider's settings: the highest in each shop. */
function claimedBy({ grants, rolesClaim }: OidcProvider, profile: unknown): Claimed {
  const claim = claimAt(profile, rolesClaim)
  const values = new Set(Array.isArray(claim) ? claim : [claim])
  const given = grants.filter(({ value }) => values.has(value))
  const highest = new Map<string, Role>()
  for (const role of roles.toReversed())
    for (const { shop, role: granted } of given)
      if (granted === role && shop !== null) highest.set(shop, role)
  return { roles: highest, isAdministrator: given.some(({ role }) => role === 'administrator') }
}

/** The value at a name. Dots lead into objects, unless they are part of a name, as in `https://shop.example/roles`. */
function claimAt(inner: unknown, name: string): unknown {
  const object = Object(inner) as Record<string, unknown>
  if (Object.hasOwn(object, name)) return object[name]
  for (const { index } of name.matchAll(/\./g)) {
    const key = name.slice(0, index)
    const found = Object.hasOwn(object, key) ? claimAt(object[key], name.slice(index + 1)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Gives the roles that a claim names, and takes back those that it gave before and names no longer. Does not change
 * what a person gave, changed or disabled. The last owner of a shop, and the last administrator, keep what they have.
 * In the shops that its settings name, a provider also takes over the roles of providers that have left the settings:
 * otherwise those would stay for ever.
 */
export async function applyClaimedRoles(
  db: Database,
  provider: OidcProvider,
  { person, profile }: { person: Person; profile: unknown },
): Promise<void> {
  if (provider.grants.length === 0) return
  const claimed = claimedBy(provider, profile)
  const named = provider.grants.flatMap(({ shop }) => shop ?? [])
  const before = await db
    .select({ shopId: memberships.shopId })
    .from(memberships)
    .where(and(eq(memberships.userId, person.id), eq(memberships.provider, provider.id)))
  const all = new Set([...named, ...before.map(({ shopId }) => shopId)])
  for (const shopId of [...all].toSorted())
    await db.transaction((tx) => applyTo(tx, { shopId, role: claimed.roles.get(shopId) ?? null, person, provider })) // prettier-ignore
  await db.transaction((tx) => applyAdministrator(tx, { isClaimed: claimed.isAdministrator, person, provider })) // prettier-ignore
}

/** Whether a provider manages what `giver` gave; null: a person did. */
const isManaged = (provider: OidcProvider, giver: string | null): boolean =>
  giver === provider.id || (giver !== null && !config.get().oidc.some(({ id }) => id === giver))

type Applied = { shopId: string; role: Role | null; person: Person; provider: OidcProvider }

async function applyTo(tx: Database, { shopId, role, person, provider }: Applied): Promise<void> {
  // The same lock as for changes of roles by people (lib/people/server/people.ts): the last owners must not be removed
  // concurrently.
  const [shop] = await tx
    .select({ id: shops.id })
    .from(shops)
    .where(and(eq(shops.id, shopId), isNull(shops.deletedAt)))
    .for('no key update')
  if (!shop) return
  const whereMembership = and(eq(memberships.shopId, shopId), eq(memberships.userId, person.id))
  const [member] = await tx.select().from(memberships).where(whereMembership)
  const record = (action: ActivityKind, detail: Record<string, unknown>) =>
    recordActivity(
      tx,
      { shop, actor: { userId: person.id, address: person.address } },
      { action, subject: person.id, detail: { ...detail, provider: provider.id } },
    )
  if (!member) {
    if (role === null) return
    await tx.insert(memberships).values({ shopId, userId: person.id, role, provider: provider.id })
    return void (await record('person.role_changed', { from: null, to: role }))
  }
  if (!isManaged(provider, member.provider) || member.disabledAt) return
  if (member.provider !== provider.id)
    await tx.update(memberships).set({ provider: provider.id }).where(whereMembership)
  if (member.role === role) return
  if (member.role === 'owner' && !(await isAnotherOwner(tx, { shopId, userId: person.id })))
    return void (await record('person.role_kept', { from: role, to: member.role }))
  if (role === null) {
    await tx.delete(memberships).where(whereMembership)
    await revokeTokens(tx, { userId: person.id, address: person.address }, whereOwnIn(member))
  } else await tx.update(memberships).set({ role, roleSince: new Date() }).where(whereMembership)
  if (role === null || !may({ role }, 'people.manage')) {
    // Links that a person kept would let them in again.
    await tx.delete(passwordResets).where(eq(passwordResets.createdBy, person.id))
    await tx.execute(sql`UPDATE invitations SET revoked_at = now() WHERE shop_id = ${shopId}
      AND created_by = ${person.id} AND accepted_at IS NULL AND revoked_at IS NULL`)
  }
  await record('person.role_changed', { from: member.role, to: role })
}

async function isAnotherOwner(
  tx: Database,
  { shopId, userId }: { shopId: string; userId: string },
): Promise<boolean> {
  const whereOwner = and(
    eq(memberships.role, 'owner'),
    isNull(memberships.disabledAt),
    isNull(users.disabledAt),
  )
  const [other] = await tx
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.shopId, shopId), ne(users.id, userId), whereOwner))
    .limit(1)
  return other !== undefined
}

async function applyAdministrator(
  tx: Database,
  { isClaimed, person, provider }: Pick<Applied, 'person' | 'provider'> & { isClaimed: boolean },
): Promise<void> {
  const locked = await tx
    .select({ id: users.id, isAdministrator: users.isAdministrator, by: users.administratorBy })
    .from(users)
    .where(or(eq(users.id, person.id), and(eq(users.isAdministrator, true), isNull(users.disabledAt))))
    // In one order, so that two sign-ins do not deadlock.
    .orderBy(asc(users.id))
    .for('no key update')
  const own = locked.find(({ id }) => id === person.id)
  const isNamed = provider.grants.some(({ role }) => role === 'administrator')
  const isTheirs =
    own?.isAdministrator && (own.by === provider.id || (isNamed && isManaged(provider, own.by)))
  const set = (to: Pick<typeof users.$inferInsert, 'isAdministrator' | 'administratorBy'>) =>
    tx.update(users).set(to).where(eq(users.id, person.id))
  if (isClaimed && own?.isAdministrator)
    return void (isTheirs && (await set({ administratorBy: provider.id })))
  if (!isClaimed && !isTheirs) return
  const isLast = locked.every(({ id }) => id === person.id)
  const detail = { from: !isClaimed, to: isClaimed, provider: provider.id }
  const at = { shop: null, actor: { userId: person.id, address: person.address } }
  if (!isClaimed && isLast) {
    await recordActivity(tx, at, { action: 'person.administrator_kept', subject: person.id, detail })
    return
  }
  await set({ isAdministrator: isClaimed, administratorBy: isClaimed ? provider.id : null })
  await recordActivity(tx, at, { action: 'person.administrator_changed', subject: person.id, detail })
}
