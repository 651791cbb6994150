import 'server-only'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { WithSimilar } from '../../../core/lists/list'
import { may } from '../../../core/permissions'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { zoneOf } from '../../../core/server/shop/load'
import { maskEmail, maskFor } from '../../../core/server/search/contacts-in-text'
import { shownTitle } from '../../../customers/server/listing/item'
import { keptIdOf } from '../../../customers/server/merging/joined'
import { joinPayers } from '../../../customers/server/reading/transactions'
import { readNotification } from '../../../gateway/notifications/notification'
import { itemColumns, toItem } from '../../../notifications/server/reading/item'
import { notifications } from '../../../notifications/server/tables'
import { withMarks } from '../../../notifications/server/search/why-found'
import { eachValue } from '../../../core/server/sql'
import {
  type PaymentItem,
  type PaymentListQuery,
  type PaymentPage,
  paymentListQuery,
  type PaymentFilterValues,
} from '../../list'
import { countedOf } from './counted'
import { findPage, matchesOf, type FoundPage } from './find'
import { behindOf, countingOf } from '../behind'
import { readPayments } from '../read'
import { payments } from '../tables'

export async function listPayments(
  context: ActorContext,
  query: WithSimilar<PaymentListQuery>,
): Promise<PaymentPage> {
  const { q, similar, sort, cursor, limit, zone, ...rest } = query
  const filters = { ...rest, zone: zoneOf(context.shop, zone) }
  const { uids, asked, ...page } = await findPage(context, { filters, q, similar, sort, cursor, limit })
  const [items, counted, behind, counting] = await Promise.all([
    itemsOf(context, uids, { asked, alike: page.alike }),
    cursor === undefined && !q ? countedOf(context, filters) : null,
    cursor === undefined ? behindOf(context) : null,
    cursor === undefined ? countingOf(context) : null,
  ])
  return {
    items,
    ...page,
    counted,
    behind,
    counting,
    whole_words_only: asked !== null && !asked.isPersonalShown,
    synced_at: null,
  }
}

/** Returns payments as the list shows them, in the given order. */
export async function itemsOf(
  context: ActorContext,
  uids: readonly string[],
  { asked, alike }: Pick<FoundPage, 'asked' | 'alike'>,
): Promise<PaymentItem[]> {
  if (uids.length === 0) return []
  const { engine, shop, actor } = context
  const [known, linked, matches] = await Promise.all([
    readPayments(engine.db, shop.id, uids),
    linkedTo(context, uids),
    asked ? matchedItems(context, uids, { asked, alike }) : new Map<string, PaymentItem['match']>(),
  ])
  const byUid = new Map(known.map((payment) => [payment.uid, payment]))
  const items = uids.flatMap((uid): PaymentItem[] => {
    const payment = byUid.get(uid)
    if (!payment) return []
    const { paid, held, tried, refunded, charged_back: chargedBack } = payment
    const match = matches.get(uid)
    return [
      {
        ...maskFor(actor, {
          ...payment,
          amount: paid || held || tried || refunded || chargedBack || tried,
          ...(linked.get(uid) ?? unlinked),
        }),
        // Masked by the names of its fields, which leave references as they are.
        ...(match ? { match } : {}),
      },
    ]
  })
  return items
}

const contractName = Buffer.from('"contract"')
/** In bytes. A larger body is not a payment. */
const largestRead = 64 * 1024

type Linked = Pick<
  PaymentItem,
  'card_country' | 'email' | 'customer' | 'product_name' | 'checkout_description' | 'contracts'
>
const unlinked: Linked = {
  card_country: null,
  email: null,
  customer: null,
  product_name: null,
  checkout_description: null,
  contracts: [],
}

type LinkedRow = Omit<Linked, 'customer' | 'contracts'> & {
  uid: string
  id: string | null
  first_name: string | null
  last_name: string | null
  customer_email: string | null
  asked_contracts: string[] | null
  /** Of the deciding notification, if it names a contract. */
  body: Buffer | null
}

/** Names of the product and of the first matched customer, and contracts. */
async function linkedTo(
  { engine, shop, actor }: ActorContext,
  uids: readonly string[],
): Promise<Map<string, Linked>> {
  const { rows } = await engine.db.execute<LinkedRow>(sql`
    SELECT p.uid, p.card_country, n.email, r.name AS product_name, k.description AS checkout_description,
      k.request->'order'->'additional_data'->'contract' AS asked_contracts,
      CASE WHEN position(${contractName}::bytea IN n.body) > 0 AND octet_length(n.body) <= ${largestRead} THEN n.body END AS body,
      c.id, c.first_name, c.last_name, c.email AS customer_email
    FROM payments p
    LEFT JOIN notifications n ON n.shop_id = p.shop_id AND n.id = p.notification_id
    LEFT JOIN products r ON r.shop_id = p.shop_id AND r.id = p.product_id
    LEFT JOIN checkouts k ON k.shop_id = p.shop_id AND k.id = p.checkout_id
    LEFT JOIN LATERAL (
      SELECT c.* FROM transaction_states t ${joinPayers}
      JOIN customers c ON c.shop_id = t.shop_id AND c.id = ${keptIdOf(shop.id, sql`payer.customer_id`)}
      AND c.anonymised_at IS NULL
      WHERE t.shop_id = p.shop_id AND t.root_uid = p.uid
      ORDER BY payer.matched_by = 'hand' DESC, payer.at, c.id LIMIT 1
    ) c ON true
    WHERE p.shop_id = ${shop.id} AND p.uid = ANY(${sql.param(uids)}::text[])`)
  const shown = (email: string | null) =>
    email === null || may(actor, 'personal_data.read') ? email : maskEmail(email)
  return new Map(
    rows.map(({ uid, id, first_name, last_name, customer_email, email, asked_contracts, body, ...row }) => [
      uid,
      {
        ...row,
        contracts: [...new Set([...(asked_contracts ?? []), ...contractsIn(body)])],
        email: shown(email),
        customer:
          id === null
            ? null
            : { id, name: shownTitle(actor, { id, first_name, last_name, email: customer_email }) },
      },
    ]),
  )
}

function contractsIn(body: Buffer | null): readonly string[] {
  const content = body && readNotification(body)
  return (content?.kind === 'transaction' && content.transaction.additional_data?.contract) || []
}

async function matchedItems(
  context: ActorContext,
  uids: readonly string[],
  { asked, alike }: { asked: NonNullable<FoundPage['asked']>; alike: boolean },
): Promise<Map<string, PaymentItem['match']>> {
  const { engine, shop, actor } = context
  const matches = await matchesOf(context, uids, { asked, isSimilar: alike })
  const ids = [...matches.values()]
  if (ids.length === 0) return new Map()
  const rows = await engine.db
    .select(itemColumns)
    .from(notifications)
    .where(and(eq(notifications.shopId, shop.id), inArray(notifications.id, ids)))
  const items = await withMarks(
    context,
    rows.map((row) => toItem(row, actor)),
    asked,
  )
  const byId = new Map(items.map(({ id, marks, found, reasons }) => [id, { id, marks, found, reasons }]))
  return new Map([...matches].map(([uid, id]) => [uid, byId.get(id)]))
}

type Filter = keyof PaymentFilterValues

/** One condition and order for each index. */
const nextOf: Record<Filter, (shop: string, after: SQL) => SQL> = {
  type: (shop, after) => sql`SELECT p.type FROM ${payments} p
    WHERE p.shop_id = ${shop} AND p.type <> 'payment' AND p.type > ${after} ORDER BY p.type LIMIT 1`,
  brand: (shop, after) => sql`SELECT p.card_brand FROM ${payments} p
    WHERE p.shop_id = ${shop} AND p.card_brand > ${after} ORDER BY p.card_brand LIMIT 1`,
  country: (shop, after) => sql`SELECT p.card_country FROM ${payments} p
    WHERE p.shop_id = ${shop} AND p.card_country > ${after} ORDER BY p.card_country LIMIT 1`,
}

/**
 * Returns the types, card brands and card countries of a shop's payments in alphabetical order. Has the type `payment`
 * always, because its index leaves it out. Omits what the list cannot filter by.
 */
export async function paymentFilterValues({ engine, shop }: ShopContext): Promise<PaymentFilterValues> {
  const valuesOf = async (filter: Filter, ...known: string[]) => {
    const { rows } = await engine.db.execute<{ value: string }>(
      eachValue((after) => nextOf[filter](shop.id, after)),
    )
    const query = paymentListQuery.shape[filter]
    const used = rows.map(({ value }) => value).filter((value) => query.safeParse(value).data?.length === 1)
    return [...known, ...used].toSorted()
  }
  const [type, brand, country] = await Promise.all([
    valuesOf('type', 'payment'),
    valuesOf('brand'),
    valuesOf('country'),
  ])
  return { type, brand, country }
}
