import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Transaction } from '../../gateway/notifications/transaction'
import type { Shop, ShopContext } from '../../core/server/context'
import { checkouts } from '../../checkouts/server/tables'
import { mergeTopsOf } from '../../customers/server/merging/joined'
import { cardFactsOf, contractsOf, isTokenized, keepCardTokens } from './keep'

type Context = Pick<ShopContext, 'engine'> & { shop: Pick<Shop, 'id'> }

type Notified = {
  transaction: Transaction
  /** The card token. Stored bodies have it removed. */
  token: string | undefined
  notificationId: string
  checkoutId?: string | null
  customerId?: string | null
  /** The person who asked to keep it. */
  keptBy?: string
}

/** Returns whether a transaction brings a card that can be charged again. */
export const bringsCard = ({ transaction, token }: Pick<Notified, 'transaction' | 'token'>): boolean =>
  !!token?.trim() && isTokenized(transaction) && tokenCreatingTypes.has(transaction.type ?? '')

/**
 * Keeps a notification's card token and returns its ID, or null. It needs a reason: a tokenization, a contract, a
 * checkout whose customer agreed (`save_card_toggle.customer_contract`), or a person's request (`keptBy`). Call it in
 * the transaction that processes a trusted notification, after its customers are linked. The caller notifies browsers
 * (`card_token`) after the commit.
 */
export async function keepFromTransaction(
  tx: Database,
  context: Context,
  notified: Notified,
): Promise<string | null> {
  const kept = await keepFromTransactions(tx, context, [notified])
  return kept.get(notified.notificationId) ?? null
}

/** As {@link keepFromTransaction}, for several. Returns the card tokens' IDs by notification. */
export async function keepFromTransactions(
  tx: Database,
  context: Context,
  all: readonly Notified[],
): Promise<Map<string, string>> {
  const bringing = all.flatMap(({ token, ...one }) =>
    token && bringsCard({ ...one, token }) ? { ...one, token } : [],
  )
  const checkoutIds = bringing.flatMap(({ checkoutId }) => checkoutId ?? [])
  const asking = await askingOf(tx, context.shop.id, checkoutIds)
  const wanted: ((typeof bringing)[number] & { checkout: Asking | null; contracts: string[] })[] = []
  for (const one of bringing) {
    const { transaction, checkoutId, keptBy } = one
    const checkout = asking.get(checkoutId ?? '') ?? null
    const contracts = [...contractsOf(transaction), ...(checkout?.contracts ?? [])]
    const isAskedFor = contracts.length > 0 || checkout?.isConsented || keptBy !== undefined
    if (transaction.type === 'tokenization' || isAskedFor) wanted.push({ ...one, checkout, contracts })
  }
  const customers = await onlyCustomers(
    tx,
    context.shop.id,
    wanted.map(({ notificationId }) => notificationId),
  )
  const kept = await keepCardTokens(
    tx,
    context,
    wanted.map(({ transaction, token, notificationId, checkoutId = null, customerId, ...one }) => ({
      token,
      facts: {
        ...cardFactsOf(transaction),
        notificationId,
        checkoutId,
        customerId: customerId ?? one.checkout?.customerId ?? customers.get(notificationId) ?? null,
      },
      contracts: one.contracts,
      test: transaction.test ?? false,
      source: 'notification',
      createdBy: one.keptBy ?? null,
    })),
  )
  return new Map(
    wanted.flatMap(({ notificationId }, at) => (kept[at] ? [[notificationId, kept[at].id]] : [])),
  )
}

type Asking = { customerId: string | null; contracts: string[]; isConsented: boolean }

/** What checkouts asked for: contracts, and whether their customers agreed to keep a card. */
async function askingOf(tx: Database, shopId: string, ids: readonly string[]): Promise<Map<string, Asking>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: checkouts.id, request: checkouts.request, customerId: checkouts.customerId })
    .from(checkouts)
    .where(and(eq(checkouts.shopId, shopId), sql`${checkouts.id} = ANY(${sql.param(ids)}::text[])`))
  return new Map(
    rows.map(({ id, request: { order, settings }, customerId }) => [
      id,
      {
        customerId,
        contracts: order.additional_data?.contract ?? [],
        isConsented: settings?.save_card_toggle?.customer_contract === true,
      },
    ]),
  )
}

/** Later transactions such as refunds repeat the card: it must not come back after someone removed it. */
const tokenCreatingTypes = new Set(['tokenization', 'payment', 'authorization', 'charge'])

/**
 * Returns the customer of each notification that has exactly one: of merged ones, the one that is left. Ignores
 * anonymised customers, and links by tracking ID alone if the notification has an e-mail address: it may be another
 * customer's order.
 */
async function onlyCustomers(
  tx: Database,
  shopId: string,
  notificationIds: readonly string[],
): Promise<Map<string, string>> {
  if (notificationIds.length === 0) return new Map()
  const { rows } = await tx.execute<{ notification: string; customers: string[] }>(sql`
    SELECT l.notification_id AS notification, array_agg(l.customer_id) AS customers FROM customer_links l
    JOIN notifications n ON n.shop_id = l.shop_id AND n.id = l.notification_id
    JOIN customers c ON c.shop_id = l.shop_id AND c.id = l.customer_id AND c.anonymised_at IS NULL
    WHERE l.shop_id = ${shopId} AND l.notification_id = ANY(${sql.param(notificationIds)}::uuid[])
      AND (l.matched_by <> 'tracking_id' OR n.email IS NULL)
    GROUP BY l.notification_id`)
  const several = rows.flatMap(({ customers }) => (customers.length > 1 ? customers : []))
  const left = await mergeTopsOf(tx, shopId, several)
  return new Map(
    rows.flatMap(({ notification, customers }) => {
      const [only, ...others] = new Set(customers.map((id) => left.get(id) ?? id))
      return only !== undefined && others.length === 0 ? [[notification, only] as const] : []
    }),
  )
}
