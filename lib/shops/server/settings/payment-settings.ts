import 'server-only'
import type { PaymentSettings, PaymentSettingsChange, PaymentSettingsForm } from '../../../payments/settings'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext, ShopContext, ShopPaymentSettings } from '../../../core/server/context'
import { loadShopRow, type ShopRow, updateShop, withLockedShop } from '../../../core/server/shop/change'

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
