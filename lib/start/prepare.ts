import 'server-only'
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { ShopDetail } from '../core/shop'
import type { Database } from '../db/database'
import type { Sealer } from '../db/sealing'
import type { Config, GatewayAddresses } from '../core/server/config'
import { ConfigError } from '../core/server/config-error'
import { newHookKey, sandboxShop, secretKeyContext } from '../core/server/shop/load'
import { shops } from '../core/server/tables/shops'
import { memberships, users } from '../core/server/tables/users'
import { normaliseAccounts } from '../people/server/normalise-accounts'
import { hashPassword, resetPassword } from '../core/server/accounts/passwords'

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
}

/**
 * Creates the owner, the sandbox shop and the first live shop, if they do not exist. Runs under the migration lock, so
 * once across instances.
 */
export async function prepareStorage(
  db: Database,
  { config, sealer, provideSandboxShop }: Parts,
): Promise<Prepared> {
  await checkSealingKey(db, sealer)
  await normaliseAccounts(db)
  const owner = await ensureOwner(db, config)
  if (config.sandbox) {
    const { shopId, url } = config.sandbox
    const addresses = { gatewayUrl: url, apmUrl: url, checkoutUrl: url }
    // PORT may have changed since the last start.
    const updatedShops = await db
      .update(shops)
      .set(addresses)
      .where(eq(shops.id, sandboxShop))
      .returning({ id: shops.id })
    if (updatedShops.length === 0) {
      const secretKey = config.sandbox.secretKey ?? randomBytes(32).toString('hex')
      await provideSandboxShop(db, { shopId, secretKey })
      await makeShop(db, sealer, owner.id, {
        id: sandboxShop,
        name: 'Sandbox',
        mode: 'sandbox',
        shopId,
        secretKey,
        ...addresses,
      })
    }
  }
  if (config.firstLiveShop) await ensureFirstLiveShop(db, sealer, owner.id, config.firstLiveShop)
  if (config.resetPasswordOf !== null) return resetFor(db, config.resetPasswordOf)
  return { email: owner.email, newPassword: owner.newPassword }
}

async function resetFor(db: Database, email: string): Promise<Prepared> {
  const reset = await resetPassword(db, email)
  if (!reset) throw new ConfigError(`RESET_PASSWORD: nobody signs in as ${email}`)
  return { email: reset.email, newPassword: reset.password }
}

/** Fails early if the key changed. Otherwise calls and notifications would fail later. */
async function checkSealingKey(db: Database, sealer: Sealer): Promise<void> {
  for (const { id, sealed } of await db.select({ id: shops.id, sealed: shops.secretKeySealed }).from(shops)) {
    try {
      sealer.unseal(sealed, secretKeyContext(id))
    } catch {
      throw new ConfigError('SEALING_KEY: is not the key that this database was sealed with')
    }
  }
}

async function ensureOwner(
  db: Database,
  config: Config,
): Promise<{ id: string; email: string; newPassword: string | null }> {
  const [existing] = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .orderBy(users.createdAt)
    .limit(1)
  if (existing) return { ...existing, newPassword: null }
  const password = config.owner.password ?? randomBytes(12).toString('base64url')
  const owner = {
    id: uuidv7(),
    email: config.owner.email,
    name: 'Owner',
    passwordHash: await hashPassword(password),
  }
  await db.insert(users).values(owner)
  return { id: owner.id, email: owner.email, newPassword: config.owner.password === null ? password : null }
}

async function ensureFirstLiveShop(
  db: Database,
  sealer: Sealer,
  ownerId: string,
  live: NonNullable<Config['firstLiveShop']>,
): Promise<void> {
  const [existing] = await db.select({ id: shops.id }).from(shops).where(eq(shops.mode, 'live')).limit(1)
  if (existing) return
  await makeShop(db, sealer, ownerId, {
    ...live,
    id: `shop-${live.shopId}`,
    name: `Shop ${live.shopId}`,
    mode: 'live',
  })
}

type NewShop = {
  id: string
  name: string
  mode: ShopDetail['mode']
  shopId: number
  secretKey: string
} & GatewayAddresses

async function makeShop(db: Database, sealer: Sealer, ownerId: string, shop: NewShop): Promise<void> {
  const { shopId: gatewayShopId, secretKey, ...rest } = shop
  await db.transaction(async (tx) => {
    await tx.insert(shops).values({
      ...rest,
      gatewayShopId,
      secretKeySealed: sealer.seal(secretKey, secretKeyContext(shop.id)),
      hookKey: newHookKey(),
    })
    await tx.insert(memberships).values({ shopId: shop.id, userId: ownerId, role: 'owner' })
  })
}
