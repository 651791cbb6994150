import 'server-only'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { getTranslator } from '../../core/i18n/server'
import { refuseWeakPassword } from '../../core/server/accounts/new-password'
import { hashOfToken } from '../../core/server/accounts/secret-token'
import { hashPassword } from '../../core/server/accounts/passwords'
import { incrementCounter, networkOf } from '../../core/server/accounts/sign-in-limits'
import { recordAccess } from '../../core/server/activity/access'
import { recordActivity } from '../../core/server/activity/record'
import type { SignedIn } from '../../core/server/auth/actor'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { loadShop } from '../../core/server/shop/load'
import { memberships, users } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import { engine as theEngine } from '../../db/engine'
import type { Acceptance, Accepted, OpenedInvitation } from '../schema'
import { findInvitation, invitationOf, type FoundInvitation } from './invitations'
import { invitations } from './tables'

type Input = Acceptance & {
  person: Pick<SignedIn, 'userId'> | null
  address: string
}
type Visit = Pick<Input, 'token' | 'address'> & { person: Pick<SignedIn, 'userId' | 'email'> | null }
type Account = Pick<typeof users.$inferInsert, 'id' | 'email' | 'name' | 'passwordHash'>

/**
 * Accepts an invitation. If its e-mail address has an account, that account must be signed in, and joins the shop.
 * Otherwise creates an account with a name and a password. A link works once, even if used twice at the same moment. An
 * account that belongs to the shop by now, by a provider's claim or a new e-mail address, does not change.
 * @throws AppError `not_found`, `invitation_used`, `invitation_revoked`, `invitation_expired`; `invitation_account` if
 * it belongs to another account, or its account is not signed in; `invalid`; `too_many_attempts`.
 */
export async function acceptInvitation({ token, name, password, person, address }: Input): Promise<Accepted> {
  const engine = theEngine.get()
  const { db } = engine
  const invitation = await findInvitation({ token, address })
  refuseUnlessOpen(invitation)
  if (invitation.accountId !== (person?.userId ?? null)) {
    await recordForeign(db, { invitation, userId: person?.userId ?? null, address })
    throw new AppError('invitation_account')
  }
  const userId = invitation.accountId ?? uuidv7()
  const account = invitation.accountId
    ? null
    : { id: userId, email: invitation.email, ...(await newAccount(invitation.email, name, password)) }
  const shop = await loadShop(db, invitation.shop.id)
  if (!shop) throw new AppError('not_found')

  await db.transaction(async (tx) => {
    await markAccepted(tx, token)
    if (account) await makeAccount(tx, account)
    const { role, allowances, id } = invitation
    const [joined] = await tx
      .insert(memberships)
      .values({ shopId: shop.id, userId, role, allowances })
      .onConflictDoNothing()
      .returning({ role: memberships.role })
    if (!joined) await refuseDisabled(tx, shop.id, userId)
    const given = joined && { role, ...(allowances.length > 0 && { allowed: allowances }) }
    const detail = { person: userId, ...given }
    await recordActivity(
      tx,
      { shop, actor: { userId } },
      { action: 'invitation.accepted', subject: id, detail },
    )
  })
  await publishLiveEvent({ engine, shop }, { kind: 'people' })
  return { shop: shop.id, email: invitation.email }
}

/** @throws AppError `invitation_revoked` if the person may no longer enter the shop */
async function refuseDisabled(tx: Database, shopId: string, userId: string): Promise<void> {
  const [member] = await tx
    .select({ disabledAt: memberships.disabledAt })
    .from(memberships)
    .where(and(eq(memberships.shopId, shopId), eq(memberships.userId, userId)))
  if (member?.disabledAt) throw new AppError('invitation_revoked')
}

/**
 * Records a person who accepts an invitation for another account: each in the log, and as activity once per network and
 * window.
 */
async function recordForeign(
  db: Database,
  { invitation, userId, address }: { invitation: FoundInvitation; userId: string | null; address: string },
): Promise<void> {
  const count = await incrementCounter(db, `invitation:${networkOf(address)} ${invitation.id}`)
  const event = { action: 'access.refused', account: null, userId, shopId: invitation.shop.id } as const
  await recordAccess(db, { ...event, address, reason: 'invitation_account', isRecorded: count === 1 })
}

/**
 * Returns what a link leads to, for the page that it opens. Does not use it up.
 * @throws AppError `not_found`, `invitation_used`, `invitation_revoked`, `invitation_expired`, `too_many_attempts`
 */
export async function openInvitation({ token, person, address }: Visit): Promise<OpenedInvitation> {
  const invitation = await findInvitation({ token, address })
  refuseUnlessOpen(invitation)
  const { shop, email, name, role, accountId } = invitation
  const signedOutAccount = accountId === null ? 'none' : 'elsewhere'
  const signedInAccount = person?.userId === accountId ? 'yours' : 'other'
  const account = person ? signedInAccount : signedOutAccount
  return {
    shop_name: shop.name,
    email,
    offer: account === 'none' || account === 'yours' ? { name, role } : null,
    account,
    signed_in_as: person?.email ?? null,
  }
}

/** @throws AppError `not_found`, or with the invitation's state. */
function refuseUnlessOpen(invitation: FoundInvitation | null): asserts invitation is FoundInvitation {
  if (!invitation) throw new AppError('not_found')
  if (invitation.state !== 'open') throw new AppError(`invitation_${invitation.state}`)
}

/**
 * Hashes the password before the transaction, to keep that short.
 * @throws AppError `invalid`
 */
async function newAccount(
  email: string,
  name: string | undefined,
  password: string | undefined,
): Promise<Pick<Account, 'name' | 'passwordHash'>> {
  if (name !== undefined && password !== undefined) {
    await refuseWeakPassword(password, { email, name })
    return { name, passwordHash: await hashPassword(password) }
  }
  const missing = [getTranslator('issues')('required')]
  throw new AppError('invalid', {
    errors: {
      ...(name === undefined && { name: missing }),
      ...(password === undefined && { password: missing }),
    },
  })
}

/** Marks the invitation as accepted. A concurrent second call waits for the first, and then fails. */
async function markAccepted(tx: Database, token: string): Promise<void> {
  const used = await tx
    .update(invitations)
    .set({ acceptedAt: sql`now()` })
    .where(
      and(
        eq(invitations.tokenHash, hashOfToken(token)),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
        gt(invitations.expiresAt, sql`now()`),
      ),
    )
    .returning({ id: invitations.id })
  if (used.length > 0) return
  refuseUnlessOpen(await invitationOf(tx, token))
  throw new AppError('conflict')
}

/** @throws AppError `invitation_account` if the e-mail address has an account by now. */
async function makeAccount(tx: Database, account: Account): Promise<void> {
  const made = await tx.insert(users).values(account).onConflictDoNothing().returning({ id: users.id })
  if (made.length === 0) throw new AppError('invitation_account')
}
