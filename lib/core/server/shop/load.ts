import 'server-only'
import { and, asc, eq, gt, isNull, sql, lt } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { engine as theEngine } from '../../../db/engine'
import { prepared } from '../../../db/prepared'
import type { Role } from '../../permissions'
import type { Shop, ShopContext } from '../context'
import { memberships } from '../tables/users'
import { oldHookKeys, shops } from '../tables/shops'
import { randomBytes } from 'node:crypto'
import { config } from '../config'

/** The shop of the embedded sandbox, by its name in addresses. */
export const sandboxShop = 'sandbox'

const columns = {
  id: shops.id,
  name: shops.name,
  mode: shops.mode,
  gatewayShopId: shops.gatewayShopId,
  secretKeySealed: shops.secretKeySealed,
  hookKey: shops.hookKey,
  publicKey: shops.publicKey,
  minorUnits: shops.minorUnits,
  gatewayUrl: shops.gatewayUrl,
  apmUrl: shops.apmUrl,
  checkoutUrl: shops.checkoutUrl,
  supportCheckouts: shops.supportCheckouts,
  directTokenization: shops.directTokenization,
  threeDSecure: shops.threeDSecure,
  checkoutQuery: shops.checkoutQuery,
  checkoutAttempts: shops.checkoutAttempts,
  networks: shops.networks,
  networkIsEnough: shops.networkIsEnough,
  verificationPolicy: shops.verificationPolicy,
  verificationEndpoint: shops.verificationEndpoint,
  verificationSecretSealed: shops.verificationSecretSealed,
  verificationAcceptsOnFailure: shops.verificationAcceptsOnFailure,
}

/** The shop with this address, or null. */
export async function loadShop(db: Database, id: string): Promise<Shop | null> {
  const [shop] = await db.select(columns).from(shops).where(eq(shops.id, id))
  return shop ?? null
}

/** The shop that this hook key routes to, or did until not long ago, or null. The key is routing, never evidence. */
export async function loadShopByHookKey(db: Database, hookKey: string): Promise<Shop | null> {
  const [shop] = await db.select(columns).from(shops).where(eq(shops.hookKey, hookKey))
  if (shop) return shop
  const [replaced] = await db
    .select({ shop: columns })
    .from(oldHookKeys)
    .innerJoin(shops, eq(shops.id, oldHookKeys.shopId))
    .where(and(eq(oldHookKeys.key, hookKey), gt(oldHookKeys.until, sql`now()`)))
  return replaced?.shop ?? null
}

/** The shop with this address, and what a person is in it; null where that is nothing. */
export async function loadShopOf(
  db: Database,
  id: string,
  userId: string,
): Promise<{ shop: Shop; role: Role } | null> {
  const [found] = await shopOf(db).execute({ id, userId })
  return found ?? null
}

const shopOf = prepared((db) =>
  db
    .select({ shop: columns, role: memberships.role })
    .from(memberships)
    .innerJoin(shops, eq(shops.id, memberships.shopId))
    .where(
      and(
        eq(shops.id, sql.placeholder('id')),
        eq(memberships.userId, sql.placeholder('userId')),
        isNull(memberships.disabledAt),
      ),
    )
    .prepare('shop_of_person'),
)

type ShopMembership = {
  id: string
  name: string
  mode: Shop['mode']
  gateway_shop_id: number
  role: Role
}

/** The shops a person belongs to, oldest first. */
export function shopsOf(userId: string): Promise<ShopMembership[]> {
  return theEngine
    .get()
    .db.select({
      id: shops.id,
      name: shops.name,
      mode: shops.mode,
      gateway_shop_id: shops.gatewayShopId,
      role: memberships.role,
    })
    .from(memberships)
    .innerJoin(shops, eq(shops.id, memberships.shopId))
    .where(and(eq(memberships.userId, userId), isNull(memberships.disabledAt)))
    .orderBy(asc(shops.createdAt), asc(shops.id))
}

/** What a shop's secret key is sealed for: a sealed key copied to another shop does not open. */
export const secretKeyContext = (shopId: string): string => `shop:${shopId}:secret_key`

/** The shop's secret key in the clear, for one call or comparison; never kept, logged or answered. */
export const secretKey = ({ engine, shop }: Pick<ShopContext, 'engine' | 'shop'>): string =>
  engine.sealer.unseal(shop.secretKeySealed, secretKeyContext(shop.id))

/** A key that nobody guesses: it routes, and is never evidence. */
export const newHookKey = (): string => randomBytes(24).toString('base64url')

/** Where the provider posts for a hook key. */
export const hookAddresses = (hookKey: string) => {
  const hooks = `${config.get().appUrl}/api/hooks/${hookKey}`
  return { notification_url: `${hooks}/notification`, verification_url: `${hooks}/verification` }
}

/** Forgets the keys that were replaced, and whose time is over. */
export async function forgetOldHookKeys(db: Database): Promise<void> {
  await db.delete(oldHookKeys).where(lt(oldHookKeys.until, sql`now()`))
}
