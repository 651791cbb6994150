import 'server-only'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Config } from '../core/server/config/config'
import { installation } from '../core/server/tables/installation'
import { shops } from '../core/server/tables/shops'
import type { Database } from '../db/database'

/**
 * What the operator still has to do (docs/security.md, the open rows), one line each. None if `APP_URL` has no https:
 * that is only for trials.
 */
export async function adviceOn(
  { db, isEmbedded }: { db: Database; isEmbedded: boolean },
  {
    appUrl,
    sandbox,
    hasLocalSignIn,
    storage,
  }: Pick<Config, 'appUrl' | 'sandbox' | 'hasLocalSignIn' | 'storage'>,
): Promise<string[]> {
  if (!appUrl.startsWith('https:')) return []
  const whereLive = and(eq(shops.mode, 'live'), isNull(shops.deletedAt), isNull(shops.archivedAt))
  const hasLiveShop = (await db.$count(shops, whereLive)) > 0
  const hasRule = (await db.$count(installation, isNotNull(installation.factorSince))) > 0
  // Without passwords, the provider takes care of it.
  const isFactorMissing =
    hasLocalSignIn && !hasRule && (await db.$count(shops, and(whereLive, isNull(shops.factorSince)))) > 0
  return [
    ...(isEmbedded
      ? []
      : adviceOnConnection({
          ...(await connectionOf(db)),
          isUnencryptedOnPurpose: needsNoEncryption(storage),
        })),
    ...(hasLiveShop && sandbox ? ['SANDBOX: it runs beside live shops; SANDBOX=off ends it'] : []),
    ...(isFactorMissing
      ? ['People of a live shop need no second factor; the shop or an administrator changes that']
      : []),
  ]
}

type Connection = { isEncrypted: boolean; isSuperuser: boolean; server: string | null }

/** Whether `DATABASE_URL` requests no encryption, as between the containers of one machine. */
const needsNoEncryption = (storage: Config['storage']): boolean =>
  'databaseUrl' in storage && /[?&]sslmode=disable(&|$)/.test(storage.databaseUrl)

/** `server`: the address at which PostgreSQL was reached; null: a socket of this machine. */
async function connectionOf(db: Database): Promise<Connection> {
  const { rows } = await db.execute<Connection>(sql`
    SELECT coalesce(ssl, false) AS "isEncrypted", rolsuper AS "isSuperuser", host(inet_server_addr()) AS server
    FROM pg_roles LEFT JOIN pg_stat_ssl ON pid = pg_backend_pid() WHERE rolname = current_user`)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL does not know its own role')
  return row
}

export function adviceOnConnection({
  isEncrypted,
  isSuperuser,
  server,
  isUnencryptedOnPurpose,
}: Connection & { isUnencryptedOnPurpose: boolean }): string[] {
  const isThisMachine = server === null || server === '::1' || server.startsWith('127.')
  return [
    ...(isEncrypted || isThisMachine || isUnencryptedOnPurpose
      ? []
      : ['DATABASE_URL: the connection is not encrypted; sslmode=verify-full encrypts it']),
    ...(isSuperuser ? ['DATABASE_URL: its role is a superuser; the owner of one database is enough'] : []),
  ]
}
