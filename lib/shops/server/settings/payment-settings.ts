import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import type { PaymentSettings, PaymentSettingsChange, PaymentSettingsForm } from '../../../payments/settings'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext, ShopContext, ShopPaymentSettings } from '../../../core/server/context'
import { loadShopRow, type ShopRow, updateShop, withLockedShop } from '../../../core/server/shop/change'
import type { PageDefaults } from '../../../core/page-defaults'
import { minorUnitExponent } from '../../../gateway/values/minor-units'
import type { PageDefaultChange, PageDefaultSettings } from '../../page-defaults'
import type { MinorUnitChange, MinorUnitSettings } from '../../minor-units'

const columns = {
  support_checkouts: 'hasSupportCheckouts',
  direct_tokenization: 'hasDirectTokenization',
  three_d_secure: 'hasThreeDSecure',
  checkout_query: 'hasCheckoutQuery',
  transaction_query: 'hasTransactionQuery',
  checkout_attempts: 'checkoutAttempts',
  transaction_page: 'transactionPage',
} as const satisfies Record<keyof PaymentSettingsForm, keyof ShopPaymentSettings>

const names = Object.keys(columns) as (keyof typeof columns)[]

const settingsOf = (row: ShopRow) =>
  Object.fromEntries([
    ...names.map((name) => [name, row[columns[name]]]),
    ['version', row.version],
  ]) as PaymentSettings

export const readPaymentSettings = async ({ engine, shop }: ShopContext): Promise<PaymentSettings> =>
  settingsOf(await loadShopRow(engine.db, shop.id))

/**
 * Changes the given settings, and records the changes.
 * @throws AppError `conflict`
 */
export async function changePaymentSettings(
  context: ActorContext,
  { version, ...change }: PaymentSettingsChange,
): Promise<PaymentSettings> {
  return withLockedShop(context, { version, describe: settingsOf }, async (tx, row) => {
    const before = settingsOf(row)
    const changed = names.filter((name) => change[name] !== undefined && change[name] !== before[name])
    if (changed.length === 0) return before
    const set = Object.fromEntries(changed.map((name) => [columns[name], change[name]]))
    const after = await updateShop(tx, row, set)
    const detail = Object.fromEntries(changed.map((name) => [name, change[name]]))
    await recordActivity(tx, context, { action: 'payment_settings.changed', detail })
    return settingsOf(after)
  })
}

export const readPageDefaults = async (context: ShopContext): Promise<PageDefaultSettings> =>
  defaultsOf(await loadShopRow(context.engine.db, context.shop.id))

const defaultsOf = ({ version, pageDefaults }: ShopRow): PageDefaultSettings => ({
  version,
  defaults: pageDefaults,
})

/**
 * Replaces the payment page defaults, and records a change. Existing checkouts and products do not change.
 * @throws AppError `conflict`
 */
export async function changePageDefaults(
  context: ActorContext,
  { version, defaults }: PageDefaultChange,
): Promise<PageDefaultSettings> {
  // No fields chosen: as if the setting were absent.
  const pageDefaults = Object.fromEntries(
    Object.entries(defaults).filter(([, value]) => value !== undefined && value.length > 0),
  ) as PageDefaults
  return withLockedShop(context, { version, describe: defaultsOf }, async (tx, before) => {
    if (isDeepStrictEqual(before.pageDefaults, pageDefaults)) return defaultsOf(before)
    const after = await updateShop(tx, before, { pageDefaults })
    const detail = { from: before.pageDefaults, to: pageDefaults }
    await recordActivity(tx, context, { action: 'page_defaults.changed', detail })
    return defaultsOf(after)
  })
}

const decimalsOf = ({ version, minorUnits }: ShopRow): MinorUnitSettings => ({
  version,
  overrides: minorUnits,
})

export const readMinorUnits = async ({ engine, shop }: ShopContext): Promise<MinorUnitSettings> =>
  decimalsOf(await loadShopRow(engine.db, shop.id))

/**
 * Replaces the shop's own numbers of decimals, and records a change. Amounts do not change in minor units, but are
 * shown and typed differently from then on.
 * @throws AppError `conflict`
 */
export async function changeMinorUnits(
  context: ActorContext,
  { version, overrides }: MinorUnitChange,
): Promise<MinorUnitSettings> {
  // A value equal to the table's is not an override: it follows the table when that is corrected.
  const minorUnits = Object.fromEntries(
    Object.entries(overrides).filter(([currency, decimals]) => decimals !== minorUnitExponent(currency)),
  )
  return withLockedShop(context, { version, describe: decimalsOf }, async (tx, before) => {
    if (isDeepStrictEqual(before.minorUnits, minorUnits)) return decimalsOf(before)
    const after = await updateShop(tx, before, { minorUnits })
    const detail = { from: before.minorUnits, to: minorUnits }
    await recordActivity(tx, context, { action: 'minor_units.changed', detail })
    return decimalsOf(after)
  })
}
