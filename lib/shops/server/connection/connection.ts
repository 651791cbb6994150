import 'server-only'
import { and, desc, eq, gt, inArray, sql, isNull, ne } from 'drizzle-orm'
import { getTranslator } from '../../../core/i18n/server'
import { recordActivity } from '../../../core/server/activity/record'
import { requireRecentSignIn } from '../../../core/server/auth/requirements'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { loadShopRow, type ShopRow, updateShop, withLockedShop } from '../../../core/server/shop/change'
import { openedKey } from '../../../core/server/shop/load'
import { oldSecretKeys, shops } from '../../../core/server/tables/shops'
import { users } from '../../../core/server/tables/users'
import type { Database } from '../../../db/database'
import { forgetKnownShops } from '../../../notifications/server/receiving/verify'
import { countedShops } from '../../../overview/server/tables'
import type { ShopChange, ShopConnection } from '../../schema'
import { changesAddress, requireUsable, testWith } from './test-connection'

const columns = {
  name: 'name',
  mode: 'mode',
  time_zone: 'timeZone',
  gateway_url: 'gatewayUrl',
  apm_url: 'apmUrl',
  checkout_url: 'checkoutUrl',
} as const satisfies Partial<Record<keyof ShopChange, keyof ShopRow>>

const names = Object.keys(columns) as (keyof typeof columns)[]

export const readConnection = async ({ engine, shop }: ShopContext): Promise<ShopConnection> =>
  describe({ engine }, await loadShopRow(engine.db, shop.id))

export async function describe(
  { engine }: Pick<ShopContext, 'engine'>,
  row: ShopRow,
): Promise<ShopConnection> {
  const { db, sealer } = engine
  const old = await db
    .select()
    .from(oldSecretKeys)
    .where(and(eq(oldSecretKeys.shopId, row.id), gt(oldSecretKeys.until, sql`now()`)))
    .orderBy(desc(oldSecretKeys.replacedAt), desc(oldSecretKeys.id))
  const nameOf = await namesOf(db, [
    row.archivedBy,
    row.secretKeySetBy,
    ...old.map(({ replacedBy }) => replacedBy),
  ])
  const end = (sealed: Buffer) => {
    const key = openedKey(sealer, row.id, sealed)
    return key === null ? null : lastFour(key)
  }
  return {
    name: row.name,
    mode: row.mode,
    time_zone: row.timeZone,
    gateway_shop_id: row.gatewayShopId,
    gateway_url: row.gatewayUrl,
    apm_url: row.apmUrl,
    checkout_url: row.checkoutUrl,
    version: row.version,
    archived: row.archivedAt && { at: row.archivedAt.toISOString(), by: nameOf(row.archivedBy) },
    secret_key: {
      last_four: end(row.secretKeySealed),
      set_at: row.secretKeySetAt.toISOString(),
      set_by: nameOf(row.secretKeySetBy),
    },
    old_keys: old.map(({ id, keySealed, replacedAt, replacedBy, until }) => ({
      id,
      last_four: end(keySealed),
      replaced_at: replacedAt.toISOString(),
      replaced_by: nameOf(replacedBy),
      until: until.toISOString(),
    })),
  }
}

/** The last four characters of a key; empty for a key under 12 characters, because they would reveal too much. */
const lastFour = (key: string) => (key.length >= 12 ? key.slice(-4) : '')

async function namesOf(db: Database, ids: (string | null)[]) {
  const given = ids.filter((id) => id !== null)
  const rows = given.length
    ? await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, given))
    : []
  return (id: string | null) => rows.find((row) => row.id === id)?.name ?? null
}

/**
 * Changes name, mode, time zone and addresses, and records the change. New addresses get the secret key, so they need a
 * recent sign-in and a test that succeeds, unless `accept_untested`.
 * @throws AppError `conflict`, `connection_failed`, `sign_in_again`, `invalid`
 */
export async function changeShop(context: ActorContext, change: ShopChange): Promise<ShopConnection> {
  const { shop } = context
  const hasNewAddress = changesAddress(context, change)
  if (shop.mode === 'sandbox' && (hasNewAddress || change.mode !== undefined)) throw sandboxFixed()
  if (hasNewAddress) {
    requireRecentSignIn(context.actor)
    if (!change.accept_untested) requireUsable(await testWith(context, addressesIn(change)))
  }
  const row = await withLockedShop(
    context,
    { version: change.version, describe: valuesIn },
    async (tx, before) => {
      const changed = names.filter(
        (name) => change[name] !== undefined && change[name] !== before[columns[name]],
      )
      if (changed.length === 0) return before
      if (change.mode === 'live') refusePlainEndpoint(before)
      if (hasNewAddress)
        await refuseKnown(tx, { ...before, ...valuesOf(change, changed) }, { except: shop.id })
      const after = await updateShop(tx, before, {
        ...valuesOf(change, changed),
        ...(hasNewAddress && { areAddressesEntered: true }),
      })
      // Test payments count in a test shop, and not in a live one.
      if (before.mode !== after.mode) await tx.delete(countedShops).where(eq(countedShops.shopId, shop.id))
      const detail = Object.fromEntries(
        changed.map((name) => [name, { from: before[columns[name]], to: after[columns[name]] }]),
      )
      await recordActivity(tx, context, { action: 'shop.changed', detail })
      return after
    },
  )
  forgetKnownShops()
  return describe(context, row)
}

const sandboxFixed = () =>
  new AppError('invalid', { errors: { base: [getTranslator('shops')('sandboxFixed')] } })

/** Only a test shop may have an endpoint without HTTPS (settings/notification-settings.ts). */
function refusePlainEndpoint({ mode, verificationEndpoint: endpoint }: ShopRow): void {
  if (mode === 'live' || endpoint === null || endpoint.startsWith('https:')) return
  throw new AppError('invalid', { errors: { mode: [getTranslator('shops')('plainEndpoint')] } })
}

const valuesIn = (row: ShopRow) => Object.fromEntries(names.map((name) => [name, row[columns[name]]]))

const valuesOf = (change: ShopChange, changed: (keyof typeof columns)[]): Partial<ShopRow> =>
  Object.fromEntries(changed.map((name) => [columns[name], change[name]]))

const addressesIn = ({ gateway_url, apm_url, checkout_url }: ShopChange) => ({
  gateway_url,
  apm_url,
  checkout_url,
})

type Connected = Pick<typeof shops.$inferSelect, 'gatewayShopId' | 'gatewayUrl' | 'apmUrl' | 'checkoutUrl'>

/**
 * The other shop with this gateway shop ID at any of these addresses. Two of them would answer each other's
 * notifications. Locks, so that two people cannot add the same one at once.
 */
async function knownAs(tx: Database, connected: Connected, { except }: { except?: string } = {}) {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('shops.connect'))`)
  const others = await tx
    .select()
    .from(shops)
    .where(
      and(
        eq(shops.gatewayShopId, connected.gatewayShopId),
        isNull(shops.deletedAt),
        except === undefined ? undefined : ne(shops.id, except),
      ),
    )
  const connectedAddresses = new Set(addressesOf(connected))
  return others.find((other) => addressesOf(other).some((address) => connectedAddresses.has(address))) ?? null
}

const addressesOf = ({ gatewayUrl, apmUrl, checkoutUrl }: Connected) => [gatewayUrl, apmUrl, checkoutUrl]

/** @throws AppError `invalid`, which names the other shop */
export async function refuseKnown(tx: Database, connected: Connected, but: { except?: string } = {}) {
  const other = await knownAs(tx, connected, but)
  if (!other) return
  const text = getTranslator('shops')('alreadyConnected', { name: other.name, id: other.id })
  throw new AppError('invalid', { errors: { gateway_shop_id: [text] } })
}
