import 'server-only'
import { eq, sql } from 'drizzle-orm'
import type { Role } from '../../core/permissions'
import type { Database } from '../../db/database'
import { engine } from '../../db/engine'
import { AppError } from '../../core/server/errors'
import { invitations } from './tables'
import { shops } from '../../core/server/tables/shops'
import { users } from '../../core/server/tables/users'
import { countAttempt, takeBack } from '../../core/server/accounts/attempts'
import { hashOf } from './invitations'
import { networkOf } from '../../core/server/accounts/network'

export type FoundInvitation = {
  id: string
  shop: { id: string; name: string }
  email: string
  name: string
  role: Role
  state: 'open' | 'used' | 'revoked' | 'expired'
  /** The account that has this e-mail, in whichever shop; null: it is still to be made. */
  accountId: string | null
}

type Attempt = {
  token: string
  /** Where it came from. */
  address: string
}

/** Links that lead nowhere, from one address in a window (attempts.ts). */
const maxMisses = 30

/**
 * The invitation that a link's token belongs to, whatever became of it, or null. Looked up by the token's hash: how
 * long that takes says nothing about a token. Opening a link does not use it up.
 * @throws AppError `too_many_attempts`
 */
export async function findInvitation({ token, address }: Attempt): Promise<FoundInvitation | null> {
  const { db } = engine.get()
  const key = `invitation:${networkOf(address)}`
  if ((await countAttempt(db, key)) > maxMisses) throw new AppError('too_many_attempts')
  const found = await invitationOf(db, token)
  if (found) await takeBack(db, [key])
  return found
}

/** As {@link findInvitation}, uncounted: for who was found before. */
export async function invitationOf(db: Database, token: string): Promise<FoundInvitation | null> {
  const [row] = await db
    .select({
      id: invitations.id,
      shop: { id: shops.id, name: shops.name },
      email: invitations.email,
      name: invitations.name,
      role: invitations.role,
      acceptedAt: invitations.acceptedAt,
      revokedAt: invitations.revokedAt,
      isExpired: sql<boolean>`${invitations.expiresAt} <= now()`,
      accountId: users.id,
    })
    .from(invitations)
    .innerJoin(shops, eq(shops.id, invitations.shopId))
    .leftJoin(users, eq(users.email, invitations.email))
    .where(eq(invitations.tokenHash, hashOf(token)))
  if (!row) return null
  const { acceptedAt, revokedAt, isExpired, ...rest } = row
  const state = acceptedAt ? 'used' : revokedAt ? 'revoked' : isExpired ? 'expired' : 'open'
  return { ...rest, state }
}
