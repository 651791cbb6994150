import 'server-only'
import { and, eq, like, notExists, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../db/database'
import { apiTokens } from '../tables/api-tokens'
import { users } from '../tables/users'
import { hashPassword } from './passwords'
import { newToken } from './secret-token'

const emailPrefix = 'token:'

/**
 * Creates the row in `users` of a shop's API token, so that activity shows the token's name. The account is disabled
 * and a member of no shop: no one can sign in with it, invite it or mail it. Call this outside a transaction, because
 * hashing the password is slow.
 */
export async function newServiceAccount(name: string) {
  const id = uuidv7()
  const passwordHash = await hashPassword(newToken())
  return { id, email: emailPrefix + id, name, passwordHash, disabledAt: sql<Date>`now()` }
}

/** Deletes the accounts whose token is gone with its shop. */
export async function forgetServiceAccounts(tx: Database): Promise<void> {
  const tokensOfAccount = tx
    .select({ id: apiTokens.id })
    .from(apiTokens)
    .where(eq(apiTokens.userId, users.id))
  await tx.delete(users).where(and(like(users.email, `${emailPrefix}%`), notExists(tokensOfAccount)))
}
