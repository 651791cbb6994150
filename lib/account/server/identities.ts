import 'server-only'
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import { v4 as uuidv4, validate as isUuid } from 'uuid'
import { hashOfToken } from '../../core/server/accounts/secret-token'
import { holdSession, lockPerson, whereOtherSession } from '../../core/server/accounts/sessions'
import { config } from '../../core/server/config/config'
import type { AccountContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { identities, pendingIdentities, sessions } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import type { IdentityList } from '../schema'
import { notifyOwn, recordOwn } from './own-account'

export async function listIdentities({ engine, person }: AccountContext): Promise<IdentityList> {
  const rows = await engine.db
    .select()
    .from(identities)
    .where(eq(identities.userId, person.userId))
    .orderBy(asc(identities.createdAt))
  const providers = config.get().oidc.map(({ id, name }) => ({ id, name }))
  const names = new Map(providers.map(({ id, name }) => [id, name]))
  const isLinked = (id: string) => rows.some(({ provider }) => provider === id)
  return {
    items: rows.map((row) => ({
      id: row.id,
      provider: names.get(row.provider) ?? row.provider,
      created_at: row.createdAt.toISOString(),
      last_used_at: row.lastUsedAt?.toISOString() ?? null,
    })),
    available: providers.filter(({ id }) => !isLinked(id)),
  }
}

/**
 * Links the pending identity of this person, who consents by calling this. Each can be used once.
 * @throws AppError `not_found` if none waits for them; `conflict` if it is linked already; `unauthenticated` if their
 * session has ended
 */
export async function linkIdentity(
  context: AccountContext,
  token: string | undefined,
): Promise<{ is_linked: true }> {
  const { engine, person } = context
  if (!token) throw new AppError('not_found')
  await engine.db.transaction(async (tx) => {
    await holdSession(tx, person)
    const whereIdentity = and(
      eq(pendingIdentities.tokenHash, hashOfToken(token)),
      eq(pendingIdentities.userId, person.userId),
      gt(pendingIdentities.expiresAt, sql`now()`),
    )
    const [taken] = await tx.delete(pendingIdentities).where(whereIdentity).returning()
    if (!taken) throw new AppError('not_found')
    const { provider, subject, userId } = taken
    const [made] = await tx
      .insert(identities)
      .values({ id: uuidv4(), userId, provider, subject })
      .onConflictDoNothing()
      .returning()
    if (!made) throw new AppError('conflict')
    await recordOwn(tx, context, { action: 'identity.linked', reason: 'consent', provider })
  })
  await notifyOwn(context, 'identity_linked')
  return { is_linked: true }
}

/**
 * Removes an identity, and ends the other sessions that began through its provider.
 * @throws AppError `not_found`, also for another person's identity
 */
export async function removeIdentity(context: AccountContext, id: string): Promise<{ id: string }> {
  const { engine, person } = context
  if (!isUuid(id)) throw new AppError('not_found')
  await engine.db.transaction(async (tx) => {
    await lockPerson(tx, person.userId)
    const [removed] = await tx
      .delete(identities)
      .where(and(eq(identities.id, id), eq(identities.userId, person.userId)))
      .returning()
    if (!removed) throw new AppError('not_found')
    const whereByProvider = and(eq(sessions.userId, person.userId), eq(sessions.provider, removed.provider))
    await tx
      .delete(sessions)
      .where(and(whereByProvider, person.session ? whereOtherSession(person.session) : undefined))
    await recordOwn(tx, context, {
      action: 'identity.removed',
      reason: 'by_owner',
      provider: removed.provider,
    })
  })
  await notifyOwn(context, 'identity_removed')
  return { id }
}

export async function forgetOldPendingIdentities(db: Database): Promise<void> {
  await db.delete(pendingIdentities).where(lt(pendingIdentities.expiresAt, sql`now()`))
}
