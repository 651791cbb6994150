import 'server-only'
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import type { ActivityKind } from '../../core/activity'
import { normalEmail } from '../../core/account/account-email'
import { getTranslator } from '../../core/i18n/server'
import { addedTo, type Allowance, type Role } from '../../core/permissions'
import { hashOfToken, newToken } from '../../core/server/accounts/secret-token'
import { incrementCounter, decrementCounters, networkOf } from '../../core/server/accounts/sign-in-limits'
import { recordActivity } from '../../core/server/activity/record'
import { config } from '../../core/server/config/config'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { lockShopAs } from '../../core/server/shop/change'
import { shops } from '../../core/server/tables/shops'
import { memberships, users } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import { engine as theEngine } from '../../db/engine'
import type { Invitation, InvitationLink, InvitationList, Invite } from '../schema'
import { mailInvitation } from './invitation-mail'
import { invitations } from './tables'

const linkExpiry = sql`now() + interval '7 days'`

/** Neither accepted nor revoked. It may have expired. */
export const wherePending = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt))
const whereInvitation = ({ shop }: ActorContext, id: string) =>
  and(eq(invitations.shopId, shop.id), eq(invitations.id, id))

export async function listInvitations(context: ActorContext): Promise<InvitationList> {
  const { db } = context.engine
  const rows = await pending(db).where(and(eq(invitations.shopId, context.shop.id), wherePending))
  return { items: rows.map(toInvitation) }
}

/**
 * Invites a person to the shop. Mails the link if the installation has a mail server, and returns it; it cannot be read
 * again later.
 * @throws AppError `invalid` if the e-mail address already belongs to the shop or is invited.
 */
export async function inviteToShop(
  context: ActorContext,
  { email: typed, name, role, allowances: given = [] }: Invite,
): Promise<InvitationLink> {
  const email = normalEmail(typed)
  const { shop, actor, engine } = context
  const token = newToken()
  const allowances = addedTo(role, given)
  const row = await engine.db.transaction(async (tx) => {
    await lockShopAs(tx, context, 'people.manage')
    if (await isMemberByEmail(tx, shop.id, email)) throw refusedEmail('already_member')
    const id = uuidv7()
    const made = await tx
      .insert(invitations)
      .values({
        shopId: shop.id,
        id,
        tokenHash: hashOfToken(token),
        email,
        name,
        role,
        allowances,
        createdBy: actor.userId,
        expiresAt: linkExpiry,
      })
      .onConflictDoNothing()
      .returning({ id: invitations.id })
    if (made.length === 0) throw refusedEmail('already_invited')
    const detail = { role, ...(allowances.length > 0 && { allowed: allowances }) }
    await recordActivity(tx, context, { action: 'invitation.created', subject: id, detail })
    return loadInvitation(tx, context, id)
  })
  return sent(context, row, token)
}

/**
 * Replaces the link, valid for another seven days, and mails the new one; the old one stops working.
 * @throws AppError `not_found`; `conflict` if accepted or revoked.
 */
export async function renewInvitation(context: ActorContext, id: string): Promise<InvitationLink> {
  const token = newToken()
  const row = await change(context, id, 'invitation.renewed', {
    tokenHash: hashOfToken(token),
    expiresAt: linkExpiry,
    // The link now belongs to this person: it is revoked when they are disabled or may no longer invite.
    createdBy: context.actor.userId,
    mailOutcome: null,
  })
  return sent(context, row, token)
}

/** @throws AppError `not_found`; `conflict` if accepted or revoked. */
export async function revokeInvitation(context: ActorContext, id: string): Promise<Invitation> {
  const row = await change(context, id, 'invitation.revoked', { revokedAt: sql`now()` })
  await publishLiveEvent(context, { kind: 'people' })
  return row
}

/** Mails the link of a saved invitation, and returns it even if the mail fails, because it is shown only once. */
async function sent(context: ActorContext, row: Invitation, token: string): Promise<InvitationLink> {
  const link = await mailInvitation(context, { link: withLink(row, token), tokenHash: hashOfToken(token) })
  await publishLiveEvent(context, { kind: 'people' }).catch((error: unknown) =>
    context.log.error({ err: error, shop: context.shop.id }, 'invitation not announced'),
  )
  return link
}

/** Deletes invitations 90 days after they ended. Until then, their links explain what happened. */
export async function forgetOldInvitations(db: Database): Promise<void> {
  const endedAt = sql`coalesce(${invitations.acceptedAt}, ${invitations.revokedAt}, ${invitations.expiresAt})`
  await db.delete(invitations).where(lt(endedAt, sql`now() - interval '90 days'`))
}

async function change(
  context: ActorContext,
  id: string,
  action: ActivityKind,
  values: PgUpdateSetSource<typeof invitations>,
): Promise<Invitation> {
  if (!isUuid(id)) throw new AppError('not_found')
  return context.engine.db.transaction(async (tx) => {
    await lockShopAs(tx, context, 'people.manage')
    const changed = await tx
      .update(invitations)
      .set(values)
      .where(and(whereInvitation(context, id), wherePending))
      .returning({ id: invitations.id })
    const found = await loadInvitation(tx, context, id)
    if (changed.length === 0) throw new AppError('conflict')
    await recordActivity(tx, context, { action, subject: id })
    return found
  })
}

/** @throws AppError `not_found` */
async function loadInvitation(tx: Database, context: ActorContext, id: string): Promise<Invitation> {
  const [row] = await pending(tx).where(whereInvitation(context, id))
  if (!row) throw new AppError('not_found')
  return toInvitation(row)
}

const pending = (db: Database) =>
  db
    .select({
      id: invitations.id,
      name: invitations.name,
      email: invitations.email,
      role: invitations.role,
      allowances: invitations.allowances,
      created_at: invitations.createdAt,
      created_by: users.name,
      expires_at: invitations.expiresAt,
      mail_outcome: invitations.mailOutcome,
      isExpired: sql<boolean>`${invitations.expiresAt} <= now()`,
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.createdBy))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))

type Row = Awaited<ReturnType<typeof pending>>[number]

const toInvitation = ({ isExpired, created_at, expires_at, ...rest }: Row): Invitation => ({
  ...rest,
  state: isExpired ? 'expired' : 'open',
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
})

const withLink = (row: Invitation, token: string): InvitationLink => ({
  ...row,
  url: `${config.get().appUrl}/invitations#${token}`,
})

async function isMemberByEmail(tx: Database, shopId: string, email: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(and(eq(memberships.shopId, shopId), eq(users.email, email)))
  return found.length > 0
}

const refusedEmail = (key: 'already_member' | 'already_invited') =>
  new AppError('invalid', { errors: { email: [getTranslator('issues')(key)] } })

export type FoundInvitation = {
  id: string
  shop: { id: string; name: string }
  email: string
  name: string
  role: Role
  allowances: Allowance[]
  state: 'open' | 'used' | 'revoked' | 'expired'
  /** The account with this e-mail address, in any shop; null if there is none yet. */
  accountId: string | null
}

type Attempt = {
  token: string
  address: string
}

/** Failed lookups allowed from one network per window (lib/core/server/accounts/sign-in-limits.ts). */
const maxFailedLookups = 30

/**
 * Returns the invitation of a token in any state, or null. Looks it up by hash, so that the time taken reveals nothing
 * about tokens. Does not use up the link.
 * @throws AppError `too_many_attempts`
 */
export async function findInvitation({ token, address }: Attempt): Promise<FoundInvitation | null> {
  const { db } = theEngine.get()
  const key = `invitation:${networkOf(address)}`
  if ((await incrementCounter(db, key)) > maxFailedLookups) throw new AppError('too_many_attempts')
  const found = await invitationOf(db, token)
  if (found) await decrementCounters(db, [key])
  return found
}

/** As {@link findInvitation}, without counting the attempt. */
export async function invitationOf(db: Database, token: string): Promise<FoundInvitation | null> {
  const [row] = await db
    .select({
      id: invitations.id,
      shop: { id: shops.id, name: shops.name },
      email: invitations.email,
      name: invitations.name,
      role: invitations.role,
      allowances: invitations.allowances,
      acceptedAt: invitations.acceptedAt,
      revokedAt: invitations.revokedAt,
      isExpired: sql<boolean>`${invitations.expiresAt} <= now()`,
      accountId: users.id,
    })
    .from(invitations)
    .innerJoin(shops, eq(shops.id, invitations.shopId))
    .leftJoin(users, eq(users.email, invitations.email))
    .where(eq(invitations.tokenHash, hashOfToken(token)))
  if (!row) return null
  const { acceptedAt, revokedAt, isExpired, ...rest } = row
  const state = acceptedAt ? 'used' : revokedAt ? 'revoked' : isExpired ? 'expired' : 'open'
  return { ...rest, state }
}
