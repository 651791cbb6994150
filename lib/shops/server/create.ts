import 'server-only'
import { randomBytes, randomInt } from 'node:crypto'
import { like } from 'drizzle-orm'
import { getTranslator } from '../../core/i18n/server'
import { recordActivity } from '../../core/server/activity/record'
import type { AccountContext } from '../../core/server/context'
import { config } from '../../core/server/config/config'
import type { Engine } from '../../db/engine'
import { AppError } from '../../core/server/errors'
import { newHookKey, secretKeyContext } from '../../core/server/shop/load'
import { shops } from '../../core/server/tables/shops'
import { memberships } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import { singleton } from '../../db/singleton'
import type { AnyShopCreate, ShopCreate } from '../schema'
import { tryToRegisterAtSandbox } from './connection/introduce'
import { refuseKnown } from './connection/connection'
import { describePublicKey, requireUsable, testConnection } from './connection/test-connection'

/** Shops at the sandbox of this installation. Absent if there is none. */
export const sandboxShops = singleton<SandboxShops>('sandbox-shops')
type SandboxShops = {
  /** Creates a shop, or sets its key. */
  provide: (db: Database, shop: { shopId: number; secretKey: string }) => Promise<void>
}

/**
 * Adds a shop, whose first owner is the person who adds it, and reads its products and customers in the background.
 * Nothing is saved if the connection does not work, unless `accept_untested`.
 * @throws AppError `connection_failed`, `invalid` if the gateway shop is connected already or the public key is not one
 */
export async function createShop(context: AccountContext, given: AnyShopCreate): Promise<{ id: string }> {
  const id = given.mode === 'sandbox' ? await createInSandbox(context, given) : await connect(context, given)
  await context.engine.queues.send('mirrors.sync', { shopId: id }, { key: id })
  return { id }
}

async function connect(context: AccountContext, given: ShopCreate): Promise<string> {
  const { kind } = describePublicKey(given.public_key)
  if (kind !== 'rsa' && kind !== 'none')
    throw new AppError('invalid', { errors: { public_key: [text(`publicKeys.${kind}`)] } })
  const { engine } = context
  const connected = {
    gatewayShopId: given.gateway_shop_id,
    gatewayUrl: given.gateway_url,
    apmUrl: given.apm_url,
    checkoutUrl: given.checkout_url,
  }
  // Before the test, so that no one repairs a connection that is refused anyway.
  await engine.db.transaction((tx) => refuseKnown(tx, connected))
  if (!given.accept_untested) requireUsable(await testConnection(context, given))
  return engine.db.transaction(async (tx) => {
    await refuseKnown(tx, connected)
    const id = await freeId(tx, `shop-${given.gateway_shop_id}`)
    await insertShop(tx, engine, {
      ...connected,
      id,
      name: given.name,
      mode: given.mode,
      timeZone: given.time_zone,
      secretKey: given.secret_key,
      publicKey: given.public_key,
      areAddressesEntered: true,
      by: context.person.userId,
    })
    await recordActivity(
      tx,
      { shop: { id }, actor: context.person },
      {
        action: 'shop.added',
        detail: { mode: given.mode, gateway_shop_id: given.gateway_shop_id, tested: !given.accept_untested },
      },
    )
    return id
  })
}

async function createInSandbox(
  context: AccountContext,
  { name, time_zone: timeZone }: Pick<AnyShopCreate, 'name' | 'time_zone'>,
): Promise<string> {
  const sandbox = sandboxShops.peek()
  const settings = config.get()
  if (!sandbox || !settings.sandbox) throw new AppError('invalid', { errors: { mode: [text('noSandbox')] } })
  const { url } = settings.sandbox
  const { engine, person } = context
  const secretKey = randomBytes(32).toString('hex')
  const id = await engine.db.transaction(async (tx) => {
    const connected = {
      gatewayUrl: url,
      apmUrl: url,
      checkoutUrl: url,
      gatewayShopId: randomInt(1_000, 1_000_000),
    }
    await refuseKnown(tx, connected)
    const free = await freeId(tx, 'sandbox')
    await sandbox.provide(tx, { shopId: connected.gatewayShopId, secretKey })
    await insertShop(tx, engine, {
      ...connected,
      id: free,
      name,
      mode: 'sandbox',
      timeZone,
      secretKey,
      publicKey: null,
      areAddressesEntered: false,
      by: person.userId,
    })
    await recordActivity(
      tx,
      { shop: { id: free }, actor: person },
      { action: 'shop.added', detail: { mode: 'sandbox' } },
    )
    return free
  })
  // The shop is saved: an error would make the person add it again.
  await tryToRegisterAtSandbox(settings, id)
  return id
}

type NewShop = Pick<
  typeof shops.$inferInsert,
  | 'id'
  | 'name'
  | 'mode'
  | 'gatewayShopId'
  | 'gatewayUrl'
  | 'apmUrl'
  | 'checkoutUrl'
  | 'publicKey'
  | 'timeZone'
> & {
  secretKey: string
  areAddressesEntered: boolean
  /** The person who adds it; null: the environment. */
  by: string | null
  /** Its first owner; by default the person who adds it. */
  ownerId?: string
}

/** Inserts a shop with its first owner. The sandbox is known to answer the query for a transaction. */
export async function insertShop(
  tx: Database,
  { sealer }: Pick<Engine, 'sealer'>,
  shop: NewShop,
): Promise<void> {
  const { secretKey, by, ownerId = by, ...row } = shop
  await tx.insert(shops).values({
    ...row,
    hasTransactionQuery: row.mode === 'sandbox',
    secretKeySealed: sealer.seal(secretKey, secretKeyContext(row.id)),
    secretKeySetBy: by,
    hookKey: newHookKey(),
  })
  if (ownerId) await tx.insert(memberships).values({ shopId: row.id, userId: ownerId, role: 'owner' })
}

const text = (key: 'noSandbox' | `publicKeys.${'private' | 'certificate' | 'other_kind' | 'unreadable'}`) =>
  getTranslator('shops')(key)

/** The name in addresses: `wanted`, or with the first free number. */
async function freeId(tx: Database, wanted: string): Promise<string> {
  const rows = await tx
    .select({ id: shops.id })
    .from(shops)
    .where(like(shops.id, `${wanted}%`))
  const taken = new Set(rows.map(({ id }) => id))
  for (let count = 1; ; count++) {
    const id = count === 1 ? wanted : `${wanted}-${count}`
    if (!taken.has(id)) return id
  }
}
