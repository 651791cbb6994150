import 'server-only'
import { and, desc, eq, sql } from 'drizzle-orm'
import { normalEmail } from '../../core/account/account-email'
import { log } from '../../core/server/log/log'
import { users } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import { wherePending } from './invitations'
import { invitations } from './tables'

/**
 * Converts stored addresses to the form of `normalEmail`: earlier versions stored them as typed. SQL cannot do it,
 * because its lower case depends on the collation. Runs at every start under the migration lock, because an instance of
 * an earlier version may still be adding people.
 */
export async function normaliseAccounts(db: Database): Promise<void> {
  await normaliseUsers(db)
  await normaliseInvitations(db)
}

/** If accounts share an address, the one used last gets it. The others keep the stored address and all their data. */
async function normaliseUsers(db: Database): Promise<void> {
  const rows = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .orderBy(sql`${users.disabledAt} IS NOT NULL`, sql`${users.lastSignInAt} DESC NULLS LAST`, users.id)
  for (const [email, same] of groupByEmail(rows)) {
    const holder = same.find((one) => one.email === email) ?? same[0]
    if (holder && holder.email !== email) await db.update(users).set({ email }).where(eq(users.id, holder.id))
    const others = same.filter((one) => one !== holder).map(({ id }) => id)
    if (others.length > 0)
      log().warn(
        { account: email, signs_in: holder?.id, cannot_sign_in: others },
        'several accounts have the same e-mail address: one of them signs in; invite it to the shops of the others, and disable those',
      )
  }
}

/** If a shop has open invitations to the same address, the newest stays. */
async function normaliseInvitations(db: Database): Promise<void> {
  const rows = await db
    .select({ id: invitations.id, shopId: invitations.shopId, email: invitations.email })
    .from(invitations)
    .where(wherePending)
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
  for (const shopId of new Set(rows.map((row) => row.shopId))) {
    for (const [email, same] of groupByEmail(rows.filter((row) => row.shopId === shopId))) {
      const [newest, ...older] = same
      for (const { id } of older) {
        await db
          .update(invitations)
          .set({ revokedAt: sql`now()` })
          .where(and(eq(invitations.shopId, shopId), eq(invitations.id, id)))
        log().warn(
          { account: email, shop: shopId, invitation: id },
          'an older invitation to the same e-mail address was revoked',
        )
      }
      if (newest && newest.email !== email)
        await db
          .update(invitations)
          .set({ email })
          .where(and(eq(invitations.shopId, shopId), eq(invitations.id, newest.id)))
    }
  }
}

function groupByEmail<Row extends { email: string }>(rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const email = normalEmail(row.email)
    groups.set(email, [...(groups.get(email) ?? []), row])
  }
  return groups
}
