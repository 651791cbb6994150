import 'server-only'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Acceptance, Accepted } from '../schema'
import type { Database } from '../../db/database'
import { engine as theEngine } from '../../db/engine'
import { getTranslator } from '../../core/i18n/server'
import { recordActivity } from '../../core/server/activity/record'
import type { SignedIn } from '../../core/server/auth/actor'
import { AppError } from '../../core/server/errors'
import { tellBrowsers } from '../../core/server/live'
import { loadShop } from '../../core/server/shop/load'
import { invitations } from './tables'
import { memberships, users } from '../../core/server/tables/users'
import { findInvitation, invitationOf, type FoundInvitation, hashOf } from './invitations'
import { hashPassword } from '../../core/server/accounts/passwords'

type Input = Acceptance & {
  /** Who is signed in. */
  person: Pick<SignedIn, 'userId'> | null
  address: string
}
type Account = Pick<typeof users.$inferInsert, 'id' | 'email' | 'name' | 'passwordHash'>

/**
 * Uses a link up: whose e-mail has an account joins the shop by it, signed in as that account; anybody else makes one,
 * with a name and a password. A link works once, also when it is used twice at the same moment.
 * @throws AppError `not_found`, `invitation_used`, `invitation_revoked`, `invitation_expired`; `invitation_account`
 *   where it is somebody else's, or who has the account is not signed in; `invalid`; `too_many_attempts`.
 */
export async function acceptInvitation({ token, name, password, person, address }: Input): Promise<Accepted> {
  const engine = theEngine.get()
  const { db } = engine
  const invitation = await findInvitation({ token, address })
  refuseUnlessOpen(invitation)
  if (invitation.accountId !== (person?.userId ?? null)) throw new AppError('invitation_account')
  const userId = invitation.accountId ?? uuidv7()
  const account = invitation.accountId
    ? null
    : { id: userId, email: invitation.email, ...(await newAccount(name, password)) }
  const shop = await loadShop(db, invitation.shop.id)
  if (!shop) throw new AppError('not_found')

  await db.transaction(async (tx) => {
    await useUp(tx, token)
    if (account) await makeAccount(tx, account)
    const { role, id } = invitation
    await tx.insert(memberships).values({ shopId: shop.id, userId, role })
    const detail = { person: userId, role }
    await recordActivity(
      tx,
      { shop, actor: { userId } },
      { action: 'invitation.accepted', subject: id, detail },
    )
  })
  await tellBrowsers({ engine, shop }, { kind: 'people' })
  return { shop: shop.id, email: invitation.email }
}

/** @throws AppError that says what became of it. */
function refuseUnlessOpen(invitation: FoundInvitation | null): asserts invitation is FoundInvitation {
  if (!invitation) throw new AppError('not_found')
  if (invitation.state !== 'open') throw new AppError(`invitation_${invitation.state}`)
}

/** The password is hashed before the transaction, which should be short. @throws AppError `invalid` */
async function newAccount(
  name: string | undefined,
  password: string | undefined,
): Promise<Pick<Account, 'name' | 'passwordHash'>> {
  if (name !== undefined && password !== undefined)
    return { name, passwordHash: await hashPassword(password) }
  const missing = [getTranslator('issues')('required')]
  throw new AppError('invalid', {
    errors: {
      ...(name === undefined && { name: missing }),
      ...(password === undefined && { password: missing }),
    },
  })
}

/** Of two at the same moment the second waits for the first, and finds nothing open. */
async function useUp(tx: Database, token: string): Promise<void> {
  const used = await tx
    .update(invitations)
    .set({ acceptedAt: sql`now()` })
    .where(
      and(
        eq(invitations.tokenHash, hashOf(token)),
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

/** @throws AppError `invitation_account` where the e-mail has got an account meanwhile. */
async function makeAccount(tx: Database, account: Account): Promise<void> {
  const made = await tx.insert(users).values(account).onConflictDoNothing().returning({ id: users.id })
  if (made.length === 0) throw new AppError('invitation_account')
}
