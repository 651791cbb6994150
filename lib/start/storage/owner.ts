import 'server-only'
import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, exists, isNull, or } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { weaknessOf } from '../../core/server/accounts/new-password'
import { hashPassword } from '../../core/server/accounts/passwords'
import { recordActivity } from '../../core/server/activity/record'
import type { Config } from '../../core/server/config/config'
import { ConfigError } from '../../core/server/config/config-error'
import { shops } from '../../core/server/tables/shops'
import { memberships, users } from '../../core/server/tables/users'
import type { Database } from '../../db/database'

export type Owner = {
  id: string
  email: string
  /** A password generated at this start; null if none was. */
  newPassword: string | null
  isFirstStart: boolean
}

/**
 * Returns the owner of the shops that this start creates: the oldest enabled administrator, else the oldest enabled
 * owner of a shop, else the account of OWNER_EMAIL, which becomes an administrator, and is created if it does not exist.
 * @throws ConfigError if that account is disabled
 */
export async function ensureOwner(db: Database, { owner }: Pick<Config, 'owner'>): Promise<Owner> {
  const ownedShop = db
    .select({ id: shops.id })
    .from(memberships)
    .innerJoin(shops, and(eq(shops.id, memberships.shopId), isNull(shops.deletedAt)))
    .where(
      and(eq(memberships.userId, users.id), eq(memberships.role, 'owner'), isNull(memberships.disabledAt)),
    )
  const [existing] = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(isNull(users.disabledAt), or(users.isAdministrator, exists(ownedShop))))
    .orderBy(desc(users.isAdministrator), asc(users.createdAt), asc(users.id))
    .limit(1)
  if (existing) return { ...existing, newPassword: null, isFirstStart: false }
  const isFirstStart = (await db.$count(users)) === 0
  const [named] = await db.select().from(users).where(eq(users.email, owner.email))
  if (named?.disabledAt)
    throw new ConfigError(
      `OWNER_EMAIL: the account ${owner.email} is disabled, and there is no other owner or administrator; name another address`,
    )
  return db.transaction(async (tx) => {
    const made = named ? await makeAdministrator(tx, named) : await createOwner(tx, owner)
    if (!isFirstStart)
      await recordActivity(
        tx,
        { shop: null, actor: null },
        {
          action: 'person.administrator_changed',
          subject: made.id,
          detail: { from: false, to: true },
        },
      )
    return { ...made, email: owner.email, isFirstStart }
  })
}

async function makeAdministrator(tx: Database, { id }: { id: string }) {
  await tx.update(users).set({ isAdministrator: true }).where(eq(users.id, id))
  return { id, newPassword: null }
}

async function createOwner(tx: Database, { email, password: given }: Config['owner']) {
  const password = given ?? randomBytes(12).toString('base64url')
  const id = uuidv7()
  await tx.insert(users).values({
    id,
    email,
    name: 'Owner',
    passwordHash: await hashPassword(password),
    mustChangePassword: given === null || (await weaknessOf(password, { email, name: '' })) !== null,
    isAdministrator: true,
  })
  return { id, newPassword: given === null ? password : null }
}

/** Records the owner of a shop that this start created, so that the alert about new owners follows. */
export async function recordOwner(
  tx: Database,
  shop: { id: string },
  { id, isFirstStart }: Owner,
): Promise<void> {
  if (isFirstStart) return
  const detail = { from: null, to: 'owner' }
  await recordActivity(tx, { shop, actor: null }, { action: 'person.role_changed', subject: id, detail })
}
