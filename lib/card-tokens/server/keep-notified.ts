import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Transaction } from '../../gateway/transaction'
import type { Shop, ShopContext } from '../../core/server/context'
import { checkouts } from '../../checkouts/server/tables'
import { cardFactsOf, contractsOf } from './facts'
import { keepCardToken } from './keep'

type Context = Pick<ShopContext, 'engine'> & { shop: Pick<Shop, 'id'> }

type Notified = {
  transaction: Transaction
  /** The card's token, which no stored body has. */
  token: string | undefined
  notificationId: string
  /** The checkout it was paid through, and the customer that one was made for. */
  checkoutId?: string | null
  customerId?: string | null
  /** Who asked for it by hand. */
  keptBy?: string
}

/** Whether a transaction brings a card that can be charged again. */
export const bringsCard = ({ transaction, token }: Pick<Notified, 'transaction' | 'token'>): boolean =>
  !!token?.trim() && transaction.status === 'successful' && makers.has(transaction.type ?? '')

/**
 * Keeps the card token that a notification brings, where it was asked for: of a successful tokenization, of a
 * transaction with a contract, or of a checkout whose payer agreed to give it to the merchant (interface:
 * `save_card_toggle.customer_contract`), or where somebody asks for it here (`keptBy`). Its ID here; null where there is
 * none to keep. In the transaction in which a trusted notification is worked out, after its customers were found; nobody
 * is told (`card_token`) before that is committed.
 */
export async function keepFromTransaction(
  tx: Database,
  context: Context,
  { transaction, token, notificationId, checkoutId = null, customerId = null, keptBy }: Notified,
): Promise<string | null> {
  if (!token || !bringsCard({ transaction, token })) return null
  const checkout = checkoutId === null ? null : await checkoutOf(tx, context.shop.id, checkoutId)
  const contracts = [...contractsOf(transaction), ...(checkout?.contracts ?? [])]
  const isAskedFor = contracts.length > 0 || checkout?.isConsented || keptBy !== undefined
  const isWanted = transaction.type === 'tokenization' || isAskedFor
  if (!isWanted) return null
  const { id } = await keepCardToken(tx, context, {
    token,
    facts: {
      ...cardFactsOf(transaction),
      notificationId,
      checkoutId,
      customerId:
        customerId ?? checkout?.customerId ?? (await onlyCustomer(tx, context.shop.id, notificationId)),
    },
    contracts,
    test: transaction.test ?? false,
    source: 'notification',
    createdBy: keptBy ?? null,
  })
  return id
}

/** What was asked of the payer there. */
async function checkoutOf(tx: Database, shopId: string, id: string) {
  const [row] = await tx
    .select({ request: checkouts.request, customerId: checkouts.customerId })
    .from(checkouts)
    .where(and(eq(checkouts.shopId, shopId), eq(checkouts.id, id)))
  if (!row) return null
  const { order, settings } = row.request
  return {
    customerId: row.customerId,
    contracts: order.additional_data?.contract ?? [],
    isConsented: settings?.save_card_toggle?.customer_contract === true,
  }
}

/** What follows these repeats the card, which somebody may have removed here by then. */
const makers = new Set(['tokenization', 'payment', 'authorization', 'charge'])

/**
 * The customer whose notification it is; of several it is nobody's. By its tracking ID alone it may be another's order,
 * if it names a payer beside that; nor is it theirs who were anonymised.
 */
async function onlyCustomer(tx: Database, shopId: string, notificationId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT l.customer_id AS id FROM customer_links l
    JOIN notifications n ON n.shop_id = l.shop_id AND n.id = l.notification_id
    JOIN customers c ON c.shop_id = l.shop_id AND c.id = l.customer_id AND c.anonymised_at IS NULL
    WHERE l.shop_id = ${shopId} AND l.notification_id = ${notificationId}
      AND (l.matched_by <> 'tracking_id' OR n.email IS NULL) LIMIT 2`)
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}
