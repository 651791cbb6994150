import 'server-only'
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Sealer } from '../../db/sealing'
import type { Config } from '../../core/server/config/config'
import { ConfigError } from '../../core/server/config/config-error'
import { sandboxShop } from '../../core/server/shop/load'
import { shops } from '../../core/server/tables/shops'
import { insertShop } from '../../shops/server/create'
import { mailLines, applyEnvironmentShop } from './environment'
import { ensureOwner, recordOwner, type Owner } from './owner'
import { prepareSealing } from '../sealing/sealing'
import { normaliseAccounts } from '../../people/server/normalise-accounts'
import { resetPassword } from '../../core/server/accounts/passwords'
import { installation } from '../../core/server/tables/installation'

type Parts = {
  config: Config
  sealer: Sealer
  /** Registers the shop with the sandbox. Everything else reaches the sandbox over HTTP only. */
  provideSandboxShop: (db: Database, shop: { shopId: number; secretKey: string }) => Promise<void>
}

export type Prepared = {
  /** The sign-in address of the owner, or of the account whose password was reset. */
  email: string
  /** A password generated at this start, to be printed once; null if none was. */
  newPassword: string | null
  /** Messages about settings that differ from the database. */
  lines: string[]
}

/**
 * Creates the owner, the sandbox shop and the environment's shop, if they do not exist. Runs under the migration lock, so
 * once across instances.
 */
export async function prepareStorage(
  db: Database,
  { config, sealer, provideSandboxShop }: Parts,
): Promise<Prepared> {
  await prepareSealing(db, sealer, config)
  await normaliseAccounts(db)
  const owner = await ensureOwner(db, config)
  const sandboxLines = config.sandbox
    ? await ensureShopAtSandbox(db, config.sandbox, { sealer, provideSandboxShop, owner })
    : []
  const { environmentShop: given } = config
  const shopLines = given ? await applyEnvironmentShop(db, sealer, owner, given) : []
  const lines = [...sandboxLines, ...shopLines, ...(await mailLines(db, config.mail))]
  if (config.resetPasswordOf !== null) return { ...(await resetFor(db, config.resetPasswordOf)), lines }
  return { email: owner.email, newPassword: owner.newPassword, lines }
}

/** Creates the sandbox's own shop if it does not exist. Returns a line if it is still being deleted. */
async function ensureShopAtSandbox(
  db: Database,
  { shopId, url, secretKey: givenKey }: NonNullable<Config['sandbox']>,
  { sealer, provideSandboxShop, owner }: Omit<Parts, 'config'> & { owner: Owner },
): Promise<string[]> {
  const addresses = { gatewayUrl: url, apmUrl: url, checkoutUrl: url }
  // HOST or PORT may have changed since the last start.
  const updatedShops = await db
    .update(shops)
    .set(addresses)
    .where(eq(shops.mode, 'sandbox'))
    .returning({ id: shops.id, deletedAt: shops.deletedAt })
  const known = updatedShops.find(({ id }) => id === sandboxShop)
  if (known?.deletedAt)
    return [`SANDBOX: the shop ${sandboxShop} is still being deleted; start again later to make it anew`]
  if (known) return []
  const secretKey = givenKey ?? randomBytes(32).toString('hex')
  await provideSandboxShop(db, { shopId, secretKey })
  const at = { gatewayShopId: shopId, ...addresses, areAddressesEntered: false }
  const shop = { id: sandboxShop, name: 'Sandbox', mode: 'sandbox', secretKey, publicKey: null } as const
  await db.transaction(async (tx) => {
    await insertShop(tx, { sealer }, { ...shop, ...at, by: null, ownerId: owner.id })
    await recordOwner(tx, shop, owner)
  })
  return []
}

async function resetFor(db: Database, email: string): Promise<Omit<Prepared, 'lines'>> {
  const reset = await resetPassword(db, email)
  if (!reset) throw new ConfigError(`RESET_PASSWORD: nobody signs in as ${email}`)
  return { email: reset.email, newPassword: reset.password }
}

/** Whether this start runs the sandbox: by the environment, else by an administrator's choice, else by default. */
export async function runsSandbox(
  db: Database,
  { isSandboxGivenOn, isSandboxUsuallyOn }: Pick<Config, 'isSandboxGivenOn' | 'isSandboxUsuallyOn'>,
): Promise<boolean> {
  if (isSandboxGivenOn !== null) return isSandboxGivenOn
  const [row] = await db
    .select({ hasSandbox: installation.hasSandbox })
    .from(installation)
    .where(eq(installation.id, 1))
  return row?.hasSandbox ?? isSandboxUsuallyOn
}
