import 'server-only'
import { randomBytes } from 'node:crypto'
import { and, asc, eq, gt, isNull, sql, lt } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { engine as theEngine } from '../../../db/engine'
import type { Sealer } from '../../../db/sealing'
import { prepared } from '../../../db/connection/prepared'
import type { Rights, Role } from '../../permissions'
import { config } from '../config/config'
import type { Shop, ShopContext } from '../context'
import { openedOrNull } from '../secrets/opened'
import { qualified } from '../sql'
import { oldHookKeys, oldSecretKeys, shops } from '../tables/shops'
import { memberships } from '../tables/users'

export const sandboxShop = 'sandbox'

const columns = {
  id: shops.id,
  name: shops.name,
  mode: shops.mode,
  gatewayShopId: shops.gatewayShopId,
  secretKeySealed: shops.secretKeySealed,
  areAddressesEntered: shops.areAddressesEntered,
  hookKey: shops.hookKey,
  publicKey: shops.publicKey,
  timeZone: shops.timeZone,
  minorUnits: shops.minorUnits,
  pageDefaults: shops.pageDefaults,
  publicName: shops.publicName,
  logoHash: shops.logoHash,
  createdAt: shops.createdAt,
  gatewayUrl: shops.gatewayUrl,
  apmUrl: shops.apmUrl,
  checkoutUrl: shops.checkoutUrl,
  hasSupportCheckouts: shops.hasSupportCheckouts,
  hasDirectTokenization: shops.hasDirectTokenization,
  hasThreeDSecure: shops.hasThreeDSecure,
  hasCheckoutQuery: shops.hasCheckoutQuery,
  hasTransactionQuery: shops.hasTransactionQuery,
  transactionPage: shops.transactionPage,
  checkoutAttempts: shops.checkoutAttempts,
  networks: shops.networks,
  networkIsEnough: shops.networkIsEnough,
  verificationPolicy: shops.verificationPolicy,
  verificationEndpoint: shops.verificationEndpoint,
  verificationSecretSealed: shops.verificationSecretSealed,
  verificationAcceptsOnFailure: shops.verificationAcceptsOnFailure,
  archivedAt: shops.archivedAt,
}

/** Leaves out shops that are being deleted: background work still removes their rows. */
export const whereNotDeleted = isNull(shops.deletedAt)

export async function loadShop(db: Database, id: string): Promise<Shop | null> {
  const [shop] = await db
    .select(columns)
    .from(shops)
    .where(and(eq(shops.id, id), whereNotDeleted))
  return shop ?? null
}

/** Returns the shop of a hook key, or null. A replaced key works until it expires. The key is never evidence. */
export async function loadShopByHookKey(db: Database, hookKey: string): Promise<Shop | null> {
  const [shop] = await db
    .select(columns)
    .from(shops)
    .where(and(eq(shops.hookKey, hookKey), whereNotDeleted))
  if (shop) return shop
  const [replaced] = await db
    .select({ shop: columns })
    .from(oldHookKeys)
    .innerJoin(shops, eq(shops.id, oldHookKeys.shopId))
    .where(and(eq(oldHookKeys.key, hookKey), gt(oldHookKeys.until, sql`now()`), whereNotDeleted))
  return replaced?.shop ?? null
}

/**
 * Returns a shop, what the person may do in it, and the seconds until they need a second factor there (null: never), or
 * null if the person is not an enabled member.
 */
export async function loadShopOf(
  db: Database,
  id: string,
  userId: string,
): Promise<{ shop: Shop; rights: Rights; factorDueIn: number | null } | null> {
  const [found] = await shopOf(db).execute({ id, userId })
  return found ?? null
}

/** For a membership with its shop: the seconds until the shop's rule requires a second factor; null: never. */
export const factorDueIn = sql<
  number | null
>`CASE WHEN ${qualified(memberships.role)} = ANY(${qualified(shops.factorRoles)}) THEN
  extract(epoch FROM greatest(${qualified(shops.factorSince)}, ${qualified(memberships.roleSince)})
    + make_interval(days => ${qualified(shops.factorGraceDays)}) - now())::int END`

const shopOf = prepared((db) =>
  db
    .select({
      shop: columns,
      rights: { role: memberships.role, allowances: memberships.allowances },
      factorDueIn,
    })
    .from(memberships)
    .innerJoin(shops, eq(shops.id, memberships.shopId))
    .where(
      and(
        eq(shops.id, sql.placeholder('id')),
        whereNotDeleted,
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
  logo: string | null
  isArchived: boolean
  role: Role
  factorDueIn: number | null
}

export function shopsOf(userId: string): Promise<ShopMembership[]> {
  return theEngine
    .get()
    .db.select({
      id: shops.id,
      name: shops.name,
      mode: shops.mode,
      gateway_shop_id: shops.gatewayShopId,
      logo: shops.logoHash,
      isArchived: sql<boolean>`${shops.archivedAt} IS NOT NULL`,
      role: memberships.role,
      factorDueIn,
    })
    .from(memberships)
    .innerJoin(shops, eq(shops.id, memberships.shopId))
    .where(and(eq(memberships.userId, userId), isNull(memberships.disabledAt), whereNotDeleted))
    .orderBy(asc(shops.createdAt), asc(shops.id))
}

/** The sealing context of a shop's secret key: a sealed key copied to another shop does not open. */
export const secretKeyContext = (shopId: string): string => `shop:${shopId}:secret_key`

/** Unseals the shop's secret key, for one call or comparison. Never store, log or return it. */
export const secretKey = ({ engine, shop }: Pick<ShopContext, 'engine' | 'shop'>): string =>
  engine.sealer.unseal(shop.secretKeySealed, secretKeyContext(shop.id))

/** A secret key of the shop; null, with a line in the log, if no sealing key opens it. As {@link secretKey} otherwise. */
export const openedKey = (sealer: Sealer, shopId: string, sealed: Buffer): string | null =>
  openedOrNull(sealer, sealed, secretKeyContext(shopId))

/** The secret keys that count as evidence of notifications: the shop's own, and replaced ones for the time chosen. */
export async function evidenceKeys({
  engine,
  shop,
}: Pick<ShopContext, 'engine' | 'shop'>): Promise<string[]> {
  const old = await engine.db
    .select({ sealed: oldSecretKeys.keySealed })
    .from(oldSecretKeys)
    .where(and(eq(oldSecretKeys.shopId, shop.id), gt(oldSecretKeys.until, sql`now()`)))
  const opened = old.map(({ sealed }) => openedKey(engine.sealer, shop.id, sealed))
  return [secretKey({ engine, shop }), ...opened.filter((key) => key !== null)]
}

/** The zone whose days count: the requested one, else the shop's own, else UTC. */
export const zoneOf = (shop: Pick<Shop, 'timeZone'>, asked?: string): string =>
  asked ?? shop.timeZone ?? 'UTC'

/** Returns a key that cannot be guessed. It is for routing and never evidence. */
export const newHookKey = (): string => randomBytes(24).toString('base64url')

/** Returns the addresses to which the gateway posts. */
export const hookAddresses = (hookKey: string) => {
  const hooks = `${config.get().appUrl}/api/hooks/${hookKey}`
  return { notification_url: `${hooks}/notification`, verification_url: `${hooks}/verification` }
}

export async function forgetOldHookKeys(db: Database): Promise<void> {
  await db.delete(oldHookKeys).where(lt(oldHookKeys.until, sql`now()`))
}
