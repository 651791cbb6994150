import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { may } from '../../../core/permissions'
import { isoText } from '../../../core/server/sql'
import { namesOf } from '../../../core/server/accounts/names'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { maskEmail, maskFor, maskName } from '../../../core/server/search/contacts-in-text'
import { attemptsLeft, stateNow } from '../../../checkouts/server/state'
import { checkouts } from '../../../checkouts/server/tables'
import { shownTitle } from '../../../customers/server/listing/item'
import { keptIdOf } from '../../../customers/server/merging/joined'
import { joinPayers } from '../../../customers/server/reading/transactions'
import { webAddressOf } from '../../../gateway/values/schemas'
import { acquirerResultOf, type Transaction } from '../../../gateway/notifications/transaction'
import type { PaymentDetail } from '../../detail'
import { itemsOf } from '../listing/list'
import { notesOf } from './notes'
import { rootOf } from './root'
import { sourcesOf } from './sources'

/**
 * Returns a payment by the UID of any of its transactions, as customers and providers name them all.
 * @throws AppError `not_found`.
 */
export async function readPaymentDetail(context: ActorContext, anyUid: string): Promise<PaymentDetail> {
  const { actor, shop } = context
  const uid = await rootOf(context.engine.db, context.shop.id, anyUid)
  const [item] = await itemsOf(context, [uid], { asked: null, alike: false })
  if (!item) throw new AppError('not_found')
  const [{ sources, deciding }, checkout, customers, notes] = await Promise.all([
    sourcesOf(context, item),
    checkoutOf(context, item.checkout_id),
    customersOf(context, uid),
    notesOf(context, uid),
  ])
  const detail = {
    ...item,
    sources,
    checkout,
    product: item.product_id === null ? null : { id: item.product_id, name: item.product_name },
    customers,
    card: { ...cardOf(context, item, deciding), card_token_id: await cardTokenOf(context, uid) },
    references: referencesOf(deciding),
    askable: shop.hasTransactionQuery,
    provider_url: providerUrl(context, uid),
    forwards: await forwardsOf(context, uid),
    notes,
  }
  return maskFor(actor, detail)
}

async function checkoutOf(
  { engine, shop }: ActorContext,
  id: string | null,
): Promise<PaymentDetail['checkout']> {
  if (id === null) return null
  const [row] = await engine.db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.shopId, shop.id), eq(checkouts.id, id)))
  if (!row) return null
  const names = await namesOf(engine.db, [row.createdBy])
  return {
    id: row.id,
    description: row.description,
    tracking_id: row.trackingId,
    transaction_type: row.transactionType,
    amount: row.amount,
    currency: row.currency,
    created_at: row.createdAt.toISOString(),
    created_by: names.get(row.createdBy) ?? null,
    redirect_url: row.redirectUrl,
    state: stateNow(row).state,
    attempts_left: attemptsLeft(row),
    expires_at: row.expiresAt.toISOString(),
    checkable: shop.hasCheckoutQuery && row.token !== null,
  }
}

const maxCustomers = 20

async function customersOf({ engine, shop, actor }: ActorContext, uid: string) {
  const { rows } = await engine.db.execute<{
    id: string
    first_name: string | null
    last_name: string | null
    email: string | null
  }>(sql`
    SELECT DISTINCT c.id, c.first_name, c.last_name, c.email FROM transaction_states t ${joinPayers}
    JOIN customers c ON c.shop_id = t.shop_id AND c.id = ${keptIdOf(shop.id, sql`payer.customer_id`)}
      AND c.anonymised_at IS NULL
    WHERE t.shop_id = ${shop.id} AND t.root_uid = ${uid} ORDER BY c.id LIMIT ${maxCustomers}`)
  const isMasked = !may(actor, 'personal_data.read')
  return rows.map((row) => {
    const email = row.email !== null && isMasked ? maskEmail(row.email) : row.email
    return { id: row.id, name: shownTitle(actor, row), email }
  })
}

function cardOf(
  { actor }: ActorContext,
  item: Pick<PaymentDetail, 'card_brand' | 'card_last_4' | 'card_country'>,
  deciding: Transaction | null,
) {
  const card = deciding?.credit_card
  const holder = card?.holder ?? null
  return {
    brand: item.card_brand,
    last_4: item.card_last_4,
    issuer_country: item.card_country,
    issuer_name: card?.issuer_name ?? null,
    holder: holder !== null && !may(actor, 'personal_data.read') ? maskName(holder) : holder,
  }
}

async function cardTokenOf({ engine, shop, actor }: ActorContext, uid: string): Promise<string | null> {
  if (!may(actor, 'card_tokens.read')) return null
  const { rows } = await engine.db.execute<{ id: string }>(sql`
    SELECT k.id FROM transaction_states t
    JOIN notifications n ON n.shop_id = t.shop_id AND n.uid = t.uid
    JOIN card_tokens k ON k.shop_id = n.shop_id AND k.notification_id = n.id
    WHERE t.shop_id = ${shop.id} AND t.root_uid = ${uid} LIMIT 1`)
  return rows[0]?.id ?? null
}

function referencesOf(deciding: Transaction | null): PaymentDetail['references'] {
  const result = deciding && acquirerResultOf(deciding)
  return {
    rrn: result?.rrn ?? null,
    auth_code: result?.auth_code ?? null,
    ref_id: result?.ref_id ?? null,
    bank_code: result?.bank_code ?? null,
    billing_descriptor: result?.billing_descriptor ?? null,
    receipt_url: webAddressOf(deciding?.receipt_url),
  }
}

const providerUrl = ({ shop }: ActorContext, uid: string): string | null =>
  shop.transactionPage === null
    ? null
    : webAddressOf(shop.transactionPage.replaceAll('{uid}', encodeURIComponent(uid)))

const maxForwards = 50

async function forwardsOf(
  { engine, shop, actor }: ActorContext,
  uid: string,
): Promise<PaymentDetail['forwards']> {
  if (!may(actor, 'forwarding.read')) return null
  const { rows } = await engine.db.execute<{
    id: string
    endpoint: string
    state: string
    notification_id: string
    at: string
  }>(sql`
    SELECT m.id, e.name AS endpoint, m.state, m.notification_id,
      ${isoText(sql`coalesce(m.delivered_at, m.last_attempt_at, m.created_at)`)} AS at
    FROM transaction_states t
    JOIN notifications n ON n.shop_id = t.shop_id AND n.uid = t.uid
    JOIN forwarding_messages m ON m.shop_id = n.shop_id AND m.notification_id = n.id
    JOIN forwarding_endpoints e ON e.shop_id = m.shop_id AND e.id = m.endpoint_id AND e.removed_at IS NULL
    WHERE t.shop_id = ${shop.id} AND t.root_uid = ${uid} ORDER BY m.created_at, m.id LIMIT ${maxForwards}`)
  return rows
}
