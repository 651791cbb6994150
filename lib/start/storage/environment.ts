import 'server-only'
import { and, eq, isNull, or } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Sealer } from '../../db/sealing'
import type { Config } from '../../core/server/config/config'
import { recordActivity } from '../../core/server/activity/record'
import { updateShop, type ShopRow } from '../../core/server/shop/change'
import { openedKey, secretKeyContext } from '../../core/server/shop/load'
import { shops } from '../../core/server/tables/shops'
import { insertShop } from '../../shops/server/create'
import { replaceKey } from '../../shops/server/connection/keys'
import { alertSettings } from '../../alerts/server/tables'
import type { MailConfig } from '../../core/server/config/mail'
import { mailServer } from '../../core/server/tables/installation'
import { recordOwner, type Owner } from './owner'

type Given = NonNullable<Config['environmentShop']>

/** How long a key that the environment replaced counts as evidence, in hours. */
const keepHours = 168

/**
 * Creates the environment's shop, or applies the current settings of the environment. Values entered by a person stay.
 * Returns one line for each setting that was applied or not.
 */
export async function applyEnvironmentShop(
  db: Database,
  sealer: Sealer,
  owner: Owner,
  given: Given,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const known = await find(tx, given)
    const id = `shop-${given.shopId}`
    if (known?.deletedAt) return [`SHOP_ID: ${id} is still being deleted; start again later to make it anew`]
    if (!known) {
      const { shopId, secretKey, mode, ...addresses } = given
      const name = `Shop ${shopId}`
      const from = { publicKey: null, areAddressesEntered: false, by: null, ownerId: owner.id }
      await insertShop(
        tx,
        { sealer },
        { id, name, mode, gatewayShopId: shopId, secretKey, ...addresses, ...from },
      )
      await recordOwner(tx, { id }, owner)
      return [`SHOP_ID: made ${id}`]
    }
    return [...(await applyKey(tx, sealer, known, given)), ...(await applyAddresses(tx, known.id, given))]
  })
}

async function find(tx: Database, { shopId, apmUrl }: Given): Promise<ShopRow | null> {
  const whereShop = or(
    eq(shops.id, `shop-${shopId}`),
    and(eq(shops.gatewayShopId, shopId), eq(shops.apmUrl, apmUrl)),
  )
  const rows = await tx.select().from(shops).where(whereShop).for('update')
  const inUse = rows.filter(({ deletedAt }) => deletedAt === null)
  // A person may have added this gateway shop under another name.
  const same = inUse.find((row) => row.apmUrl === apmUrl && row.gatewayShopId === shopId)
  return same ?? rows.find((row) => row.id === `shop-${shopId}`) ?? null
}

async function applyKey(
  tx: Database,
  sealer: Sealer,
  shop: ShopRow,
  { secretKey }: Given,
): Promise<string[]> {
  const context = secretKeyContext(shop.id)
  if (openedKey(sealer, shop.id, shop.secretKeySealed) === secretKey) return []
  if (shop.secretKeySetBy !== null)
    return [
      `SHOP_SECRET_KEY: not applied to ${shop.id}, because a person entered its key; unset it, or change the key there`,
    ]
  await replaceKey(tx, shop, { keySealed: sealer.seal(secretKey, context), by: null, hours: keepHours })
  await recordActivity(
    tx,
    { shop, actor: null },
    { action: 'shop.key_replaced', detail: { keep_hours: keepHours } },
  )
  return [
    `SHOP_SECRET_KEY: applied to ${shop.id}; its old key counts for notifications for ${keepHours / 24} more days`,
  ]
}

const addresses = {
  GATEWAY_URL: { column: 'gatewayUrl', field: 'gateway_url' },
  APM_URL: { column: 'apmUrl', field: 'apm_url' },
  CHECKOUT_URL: { column: 'checkoutUrl', field: 'checkout_url' },
} as const

async function applyAddresses(tx: Database, id: string, given: Given): Promise<string[]> {
  const [shop] = await tx.select().from(shops).where(eq(shops.id, id))
  if (!shop) return []
  const different = Object.entries(addresses).filter(([, { column }]) => given[column] !== shop[column])
  if (different.length === 0) return []
  if (shop.areAddressesEntered)
    return different.map(
      ([name]) =>
        `${name}: not applied to ${id}, because a person entered its addresses; unset it, or change them there`,
    )
  await updateShop(tx, shop, Object.fromEntries(different.map(([, { column }]) => [column, given[column]])))
  const detail = Object.fromEntries(
    different.map(([, { column, field }]) => [field, { from: shop[column], to: given[column] }]),
  )
  await recordActivity(tx, { shop, actor: null }, { action: 'shop.changed', detail })
  return different.map(([name]) => `${name}: applied to ${id}`)
}

/** Returns one line for each setting of mail that overrides a saved one, and for what prevents mails. */
export async function mailLines(db: Database, { server, senderAddress }: MailConfig): Promise<string[]> {
  const [saved] = await db.select().from(mailServer).where(eq(mailServer.id, 1))
  const lines: string[] = []
  if (server && saved?.host && saved.host !== server.host)
    lines.push(`SMTP_HOST: applied; ${saved.host} of the installation settings is not used`)
  if (senderAddress && saved?.senderAddress && saved.senderAddress !== senderAddress)
    lines.push(`SMTP_FROM: applied; ${saved.senderAddress} of the installation settings is not used`)
  if (server && !senderAddress && !saved?.senderAddress)
    lines.push(
      'SMTP_FROM: is missing; no mail is sent until a sender is set, here or in the installation settings',
    )
  if (!server && !saved?.host) lines.push(...(await unsentAlerts(db)))
  return lines
}

/** Earlier versions had a mail server for each shop. */
async function unsentAlerts(db: Database): Promise<string[]> {
  const rows = await db
    .select({ shop: alertSettings.shopId })
    .from(alertSettings)
    .innerJoin(shops, eq(shops.id, alertSettings.shopId))
    .where(and(eq(alertSettings.mailEnabled, true), isNull(shops.archivedAt), isNull(shops.deletedAt)))
    .orderBy(alertSettings.shopId)
  return rows.map(
    ({ shop }) =>
      `SMTP_HOST: is not set; alerts of ${shop} wait for up to a day for a mail server, set here or in the installation settings`,
  )
}
