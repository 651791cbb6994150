import type { QueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { checkoutLink } from '@/lib/checkouts/link'
import { productLink } from '@/lib/products/link-state'
import type { NotificationItem } from '@/lib/notifications/schema'
import type { PaymentItem } from '@/lib/payments/list'
import { queryString } from '@/lib/core/client/query-string'
import { checkoutListOptions } from '@/lib/checkouts/client'
import { customerListOptions } from '@/lib/customers/client'
import { notificationListOptions } from '@/lib/notifications/client'
import { paymentListOptions } from '@/lib/payments/client'
import { productListOptions } from '@/lib/products/client'
import type { AmountText } from '../../money/use-money'
import { findRows, limit, withCardEnd } from './find-rows'
import { type FoundEntry, foundKinds, type FoundList, type FrameShop, type PaletteFound } from '../types'

/** How many other shops are searched at most. Each gets a request whenever this shop has no match. */
const maxOthers = 5

type Options = {
  sandbox: string | null
  /** For “yesterday”. Undefined: the shop's own. */
  zone?: string
  amountText: AmountText
  others: readonly FrameShop[]
  shopText: (shop: FrameShop) => string
}

/** Searches the shop for the palette; if nothing is found, the person's other shops too. */
export async function searchShops(
  client: QueryClient,
  shop: FrameShop,
  q: string,
  { others, shopText, ...options }: Options,
): Promise<PaletteFound> {
  const { entries, lists } = await searchShop(client, shop.id, q, options)
  if (entries.length > 0) return { entries, lists, searched: [shop] }
  const answers = await Promise.allSettled(
    others.slice(0, maxOthers).map(async (other) => ({
      shop: other,
      entries: await searchOther(client, other, q, shopText(other)),
    })),
  )
  // A shop whose payments the person may not read is not searched.
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  return {
    entries: found.flatMap((one) => one.entries),
    lists: [],
    searched: [shop, ...found.map((one) => one.shop)],
  }
}

/** Without amounts, for which another shop may have other decimals. */
async function searchOther(
  client: QueryClient,
  shop: FrameShop,
  q: string,
  note: string,
): Promise<FoundEntry[]> {
  const { items, alike } = await client.query(paymentListOptions(shop.id, { q, limit }))
  const payments = items.map((item) => ({ ...paymentEntry(shop.id, item, () => null, alike), note }))
  if (payments.length > 0) return payments
  const notifications = await client.query(notificationListOptions(shop.id, { q, limit }))
  return notifications.items.map((item) => ({
    ...transactionEntry(shop.id, item, () => null, notifications.alike),
    note,
  }))
}

/** The same searches as the shop's lists. */
function findAll(client: QueryClient, shop: string, q: string, zone?: string) {
  const card = withCardEnd(q)
  const byId = ({ id }: { id: string }) => id
  return Promise.all([
    findRows(
      (query) => client.query(paymentListOptions(shop, { ...query, zone })),
      ({ uid }) => uid,
      q,
      card,
    ),
    findRows((query) => client.query(productListOptions(shop, { ...query, archived: 'include' })), byId, q),
    findRows((query) => client.query(checkoutListOptions(shop, query)), byId, q),
    findRows((query) => client.query(customerListOptions(shop, query)), byId, q),
    findRows((query) => client.query(notificationListOptions(shop, query)), byId, q, card),
  ])
}

async function searchShop(
  client: QueryClient,
  shop: string,
  q: string,
  { sandbox, zone, amountText }: Omit<Options, 'others' | 'shopText'>,
): Promise<Pick<PaletteFound, 'entries' | 'lists'>> {
  const view = { now: Date.now(), sandbox }
  const [payments, products, checkouts, customers, notifications] = await findAll(client, shop, q, zone)
  const entries: FoundEntry[] = [
    ...payments.rows.map(({ item, isAlike }) => paymentEntry(shop, item, amountText, isAlike)),
    ...products.rows.map(({ item: product, isAlike }) => ({
      kind: 'products' as const,
      isSimilar: isAlike,
      id: product.id,
      label: product.name ?? product.id,
      note: product.id,
      fault: productLink(product, product.pay_url, view).fault,
      href: `/shops/${shop}/products/${product.id}` as Route,
    })),
    ...checkouts.rows.map(({ item: checkout, isAlike }) => ({
      kind: 'checkouts' as const,
      isSimilar: isAlike,
      id: checkout.id,
      label: checkout.description,
      note: checkout.tracking_id ?? undefined,
      fault: checkoutLink(checkout, view).fault,
      href: `/shops/${shop}/checkouts/${checkout.id}` as Route,
    })),
    ...customers.rows.map(({ item: { id, first_name: first, last_name: last, email }, isAlike }) => {
      const name = [first, last].filter(Boolean).join(' ')
      return {
        kind: 'customers' as const,
        isSimilar: isAlike,
        id,
        label: name || (email ?? id),
        note: name && email ? email : id,
        href: `/shops/${shop}/customers/${id}` as Route,
      }
    }),
    // Notifications of a payment are on its page. They help where no payment is found.
    ...(payments.rows.length > 0 ? [] : notifications.rows).map(({ item, isAlike }) =>
      transactionEntry(shop, item, amountText, isAlike),
    ),
  ]
  const pages = { payments, products, checkouts, customers, notifications }
  const lists = foundKinds.flatMap((kind): FoundList[] => {
    const { next_cursor: next, total, total_exact: isExact } = pages[kind].page
    if (next === null || !entries.some((entry) => entry.kind === kind)) return []
    const search = queryString({
      q,
      zone: kind === 'payments' ? zone : undefined,
      archived: kind === 'products' ? 'include' : undefined,
    })
    return [{ kind, href: `/shops/${shop}/${kind}${search}` as Route, total: isExact ? total : null }]
  })
  return { entries, lists }
}

function paymentEntry(
  shop: string,
  payment: PaymentItem,
  amountText: AmountText,
  isAlike: boolean,
): FoundEntry {
  const { uid, description, product_name: product, customer, email, amount, currency, match } = payment
  const { card_last_4: last4, tracking_id: trackingId } = payment
  const money = amountText({ amount, currency })
  return {
    kind: 'payments',
    id: uid,
    label: [customer?.name ?? email, description ?? product ?? trackingId ?? uid].filter(Boolean).join(' · '),
    note: [last4 && `•••• ${last4}`, money].filter(Boolean).join(' · '),
    payment,
    matched: matchedText(match),
    at: payment.at,
    isSimilar: isAlike || (match?.reasons ?? []).some(({ by }) => by === 'near_amount'),
    href: `/shops/${shop}/payments/${encodeURIComponent(uid)}` as Route,
  }
}

function transactionEntry(
  shop: string,
  notification: NotificationItem,
  amountText: AmountText,
  isAlike: boolean,
): FoundEntry {
  const { id, description, tracking_id: trackingId, uid, card_last_4: last4, amount, currency } = notification
  const { reasons = [] } = notification
  const money = amountText({ amount, currency })
  return {
    kind: 'notifications',
    id,
    label: description ?? trackingId ?? uid ?? id,
    note: [last4 && `•••• ${last4}`, money].filter(Boolean).join(' · '),
    matched: matchedText(notification),
    at: notification.received_at,
    isSimilar: isAlike || reasons.some(({ by }) => by === 'near_amount'),
    href: `/shops/${shop}/notifications/${id}` as Route,
  }
}

const matchedText = ({ found, reasons = [] }: Pick<NotificationItem, 'found' | 'reasons'> = {}) =>
  found?.text ?? reasons.find(({ name }) => name !== undefined)?.name
