import 'server-only'
import { eq } from 'drizzle-orm'
import type { PaymentSettings, PaymentSettingsChange } from '../../payments/settings'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext, ShopContext, ShopPaymentSettings } from '../../core/server/context'
import { shops } from '../../core/server/tables/shops'

const columns = {
  support_checkouts: 'supportCheckouts',
  direct_tokenization: 'directTokenization',
  three_d_secure: 'threeDSecure',
  checkout_query: 'checkoutQuery',
  transaction_query: 'transactionQuery',
  checkout_attempts: 'checkoutAttempts',
  transaction_page: 'transactionPage',
} as const satisfies Record<keyof PaymentSettings, keyof ShopPaymentSettings>

const names = Object.keys(columns) as (keyof PaymentSettings)[]

const settingsOf = (row: ShopPaymentSettings): PaymentSettings => ({
  support_checkouts: row.supportCheckouts,
  direct_tokenization: row.directTokenization,
  three_d_secure: row.threeDSecure,
  checkout_query: row.checkoutQuery,
  transaction_query: row.transactionQuery,
  checkout_attempts: row.checkoutAttempts,
  transaction_page: row.transactionPage,
})

export const readPaymentSettings = ({ shop }: ShopContext): PaymentSettings => settingsOf(shop)

/** Changes the given settings, and records the changes. */
export async function changePaymentSettings(
  context: ActorContext,
  change: PaymentSettingsChange,
): Promise<PaymentSettings> {
  const { engine, shop } = context
  return engine.db.transaction(async (tx) => {
    const [row] = await tx
      .select({
        supportCheckouts: shops.supportCheckouts,
        directTokenization: shops.directTokenization,
        threeDSecure: shops.threeDSecure,
        checkoutQuery: shops.checkoutQuery,
        transactionQuery: shops.transactionQuery,
        checkoutAttempts: shops.checkoutAttempts,
        transactionPage: shops.transactionPage,
      })
      .from(shops)
      .where(eq(shops.id, shop.id))
      .for('update')
    if (!row) throw new Error('a shop that somebody is in is gone')
    const before = settingsOf(row)
    const changed = names.filter((name) => change[name] !== undefined && change[name] !== before[name])
    if (changed.length === 0) return before
    await tx
      .update(shops)
      .set(Object.fromEntries(changed.map((name) => [columns[name], change[name]])))
      .where(eq(shops.id, shop.id))
    const detail = Object.fromEntries(changed.map((name) => [name, change[name]]))
    await recordActivity(tx, context, { action: 'payment_settings.changed', detail })
    return { ...before, ...change }
  })
}
