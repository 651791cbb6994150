import 'server-only'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { getTranslator } from '../../../core/i18n/server'
import { recordActivity } from '../../../core/server/activity/record'
import { config } from '../../../core/server/config/config'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { loadShopRow, type ShopRow, updateShop, withLockedShop } from '../../../core/server/shop/change'
import { hookAddresses, newHookKey } from '../../../core/server/shop/load'
import { oldHookKeys } from '../../../core/server/tables/shops'
import { newSecret } from '../../../core/server/sending/webhook-signature'
import type { Database } from '../../../db/database'
import { notificationRetentionQueue } from '../../../notifications/server/retention'
import { endpointSecretContext, forgetKnownShops } from '../../../notifications/server/receiving/verify'
import type {
  EndpointSecretOrder,
  HookKeyRotation,
  NotificationSettings,
  NotificationSettingsChange,
  NotificationSettingsForm,
} from '../../../notifications/settings'
import { registerAtSandbox } from '../connection/introduce'
import { describePublicKey } from '../connection/test-connection'

const columns = {
  public_key: 'publicKey',
  networks: 'networks',
  network_is_enough: 'networkIsEnough',
  verification_policy: 'verificationPolicy',
  verification_endpoint: 'verificationEndpoint',
  verification_accepts_on_failure: 'verificationAcceptsOnFailure',
  payload_months: 'payloadMonths',
  personal_months: 'personalMonths',
} as const satisfies Record<keyof NotificationSettingsForm, keyof ShopRow>

const names = Object.keys(columns) as (keyof typeof columns)[]

export async function readNotificationSettings({ engine, shop }: ShopContext): Promise<NotificationSettings> {
  const { db } = engine
  return described(db, await loadShopRow(db, shop.id))
}

async function described(db: Database, row: ShopRow): Promise<NotificationSettings> {
  const old = await db
    .select()
    .from(oldHookKeys)
    .where(and(eq(oldHookKeys.shopId, row.id), gt(oldHookKeys.until, sql`now()`)))
    .orderBy(desc(oldHookKeys.until))
  return {
    ...settingsOf(row),
    ...hookAddresses(row.hookKey),
    has_endpoint_secret: row.verificationSecretSealed !== null,
    old_addresses: old.map(({ key, until }) => ({
      notification_url: hookAddresses(key).notification_url,
      until: until.toISOString(),
    })),
  }
}

const settingsOf = (row: ShopRow) =>
  Object.fromEntries([...names.map((name) => [name, row[columns[name]]]), ['version', row.version]]) as Pick<
    NotificationSettings,
    keyof typeof columns | 'version'
  >

/**
 * Changes the given settings, and records them. Retention starts at once. Receiving processes apply the change within
 * seconds (lib/notifications/server/receiving/receive.ts).
 * @throws AppError `conflict`; `invalid` if the key is not an RSA public key, or a live shop's endpoint is not HTTPS.
 */
export async function changeNotificationSettings(
  context: ActorContext,
  { version, ...change }: NotificationSettingsChange,
): Promise<NotificationSettings> {
  const { engine, shop } = context
  check(context, change)
  const row = await withLockedShop(context, { version, describe: settingsOf }, async (tx, before) => {
    const given = settingsOf(before)
    const changed = names.filter(
      (name) => change[name] !== undefined && JSON.stringify(change[name]) !== JSON.stringify(given[name]),
    )
    if (changed.length === 0) return before
    const set = Object.fromEntries(changed.map((name) => [columns[name], change[name]]))
    const after = await updateShop(tx, before, set)
    // Records only whether there is an endpoint: its address may contain a secret.
    const detail = Object.fromEntries(
      changed.map((name) => [name, name === 'verification_endpoint' ? change[name] !== null : change[name]]),
    )
    await recordActivity(tx, context, { action: 'notification_settings.changed', detail })
    return after
  })
  forgetKnownShops()
  if (row.payloadMonths !== null || row.personalMonths !== null)
    await engine.queues.send(notificationRetentionQueue, { shopId: shop.id }, { key: shop.id })
  return described(engine.db, row)
}

function check(
  { shop }: ActorContext,
  { public_key: key, verification_endpoint: endpoint }: NotificationSettingsForm,
) {
  const { kind } = describePublicKey(key || null)
  if (kind !== 'rsa' && kind !== 'none')
    throw new AppError('invalid', { errors: { public_key: [getTranslator('shops')(`publicKeys.${kind}`)] } })
  if (endpoint && !endpoint.startsWith('https:') && shop.mode === 'live')
    throw new AppError('invalid', {
      errors: { verification_endpoint: [getTranslator('issues')('invalid_url')] },
    })
}

/**
 * Gives the shop new notification addresses. The old ones stay valid for `keep_hours`; older ones keep their expiry.
 * @throws AppError `conflict`
 */
export async function rotateHookKey(
  context: ActorContext,
  { keep_hours: hours, version }: HookKeyRotation,
): Promise<NotificationSettings> {
  const { engine, shop } = context
  const row = await withLockedShop(context, { version, describe: settingsOf }, async (tx, before) => {
    const after = await updateShop(tx, before, { hookKey: newHookKey() })
    const until = sql`now() + make_interval(hours => ${hours})`
    if (hours > 0) await tx.insert(oldHookKeys).values({ key: before.hookKey, shopId: shop.id, until })
    await recordActivity(tx, context, { action: 'hook_key.rotated', detail: { keep_hours: hours } })
    return after
  })
  forgetKnownShops()
  await registerNewAddress(context)
  return described(engine.db, row)
}

/** Gives the sandbox the new address. For a live provider, a person has to enter it there. */
async function registerNewAddress({ shop }: ActorContext): Promise<void> {
  const settings = config.get()
  if (shop.mode === 'sandbox' && settings.sandbox) await registerAtSandbox(settings, shop.id)
}

/**
 * Creates the secret that signs requests to the verification endpoint. Returned only once, stored sealed.
 * @throws AppError `conflict`
 */
export async function makeEndpointSecret(
  context: ActorContext,
  { version }: EndpointSecretOrder,
): Promise<{ secret: string }> {
  const { engine, shop } = context
  const secret = newSecret()
  await withLockedShop(context, { version, describe: settingsOf }, async (tx, before) => {
    const verificationSecretSealed = engine.sealer.seal(secret, endpointSecretContext(shop.id))
    await updateShop(tx, before, { verificationSecretSealed })
    await recordActivity(tx, context, { action: 'verification_secret.made' })
  })
  forgetKnownShops()
  return { secret }
}
