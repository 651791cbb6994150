import 'server-only'
import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Engine } from '@/lib/db/engine'
import { defaultFilters } from '@/lib/forwarding/schema'
import { alerts } from '@/lib/alerts/server/tables'
import { checkoutTemplates } from '@/lib/checkouts/server/tables'
import { cardTokens } from '@/lib/card-tokens/server/tables'
import { forwardingEndpoints, forwardingMessages } from '@/lib/forwarding/server/tables'
import { oldSecretKeys, shopLogos, shops } from '@/lib/core/server/tables/shops'
import { memberships, users } from '@/lib/core/server/tables/users'
import { successOf } from '@/lib/testing/browser'
import { eventually } from '@/lib/testing/eventually'
import { otherShopMark } from '@/lib/testing/shops/other-shop'
import { plainProduct } from '../api-tokens'
import { checkoutClient, order } from '../checkouts'
import { makeStates, type RequestInput } from './shop-states'
import type { TestApplication } from '../application'

export type FilledShop = {
  /** The ID of one thing per folder of handlers. */
  ids: Record<string, string>
  /** Requests with other IDs or a body, by handler. */
  asked: Record<string, RequestInput>
  /** Required query strings, by handler. */
  needs: Record<string, string>
  /** Further query strings to test, by handler. */
  queries: Record<string, string[]>
  /** Tables in which the other shop has the same IDs. */
  tables: string[]
}

const email = 'maria@reader.example'
const maria = { first_name: 'Maria', last_name: 'Keller', email, ip: '192.0.2.1' }
const paper = { ...plainProduct, language: 'en' }

const paid = {
  status: 'successful',
  type: 'payment',
  amount: order.amount,
  currency: order.currency,
  description: order.description,
  customer: { email },
}

/** For tests: fills the sandbox shop with one of everything. The session must be its owner's. */
export async function fillShop(app: TestApplication): Promise<FilledShop> {
  const call = successOf<{ id: string }>(app, '/api/shops/sandbox/')
  const product = await call('POST', 'products', paper)
  const customer = await call('POST', 'customers', maria)
  const duplicate = await call('POST', 'customers', { ...maria, last_name: 'Gray' })
  for (const resource of ['products', 'customers']) await call('POST', `${resource}/sync`)
  const checkout = await call<{ id: string; token: string }>('POST', 'checkouts', {
    checkout: { transaction_type: 'payment', order, customer: { email } },
  })
  await call('POST', `customers/${customer.id}/notes`, { text: 'Called' })
  const job = await call('POST', 'products/bulk', {
    operation: { kind: 'set_quantity', quantity: 7 },
    selection: { ids: [product.id] },
  })
  const tell = async (transaction: object) => {
    const uid = uuidv7()
    await checkoutClient(app).notify({ transaction: { uid, ...paid, ...transaction } })
    return eventually(async () => {
      const { items } = await call<{ items: { id: string; uid: string | null }[] }>('GET', 'notifications')
      const found = items.find((one) => one.uid === uid)
      if (!found) throw new Error('not processed yet')
      return found.id
    })
  }
  // One less than the checkout's amount.
  const notification = await tell({
    amount: order.amount - 1,
    additional_data: { vendor: { name: 'CTP', token: checkout.token } },
  })
  const withCard = await tell({ credit_card: { token: uuidv7(), brand: 'visa', last_4: '4242' } })
  await eventually(async () => {
    const { state } = await call<{ state: string }>('GET', `jobs/${job.id}`)
    if (state !== 'planned') throw new Error(state)
  })
  const invitation = await call<{ invitation?: { id: string }; id?: string }>('POST', 'invitations', {
    email: 'new@reader.example',
    name: 'New',
    role: 'support',
  })
  const token = await call('POST', 'api-tokens', {
    name: 'Shop server',
    scopes: ['checkouts.read'],
    days: 30,
    networks: [],
  })
  const { items: payments } = await call<{ items: { uid: string }[] }>('GET', 'payments?attention=true')
  const states = await makeStates(app, product.id)
  const rows = await insertRows(app, { notification, checkout: checkout.id })
  const searches = [`?q=${otherShopMark}`, '?q=362362', '?limit=1']
  return {
    ids: {
      products: product.id,
      customers: customer.id,
      checkouts: checkout.id,
      notifications: notification,
      payments: payments[0]?.uid ?? '',
      'payments/reconciliations': states['POST /payments/reconciliations/[id]/record']?.id ?? '',
      jobs: job.id,
      'api-tokens': token.id,
      invitations: invitation.invitation?.id ?? invitation.id ?? '',
      ...rows,
    },
    asked: {
      ...states,
      'POST /notifications/[id]/card-token': { id: withCard },
      'POST /customers/[id]/merge': { body: { other: duplicate.id } },
      'POST /customers/[id]/unmerge': { body: { other: duplicate.id } },
      'POST /products/bulk': { body: { operation: { kind: 'archive' }, selection: { ids: [product.id] } } },
      'POST /products/import': { body: 'name,description,currency,price,quantity\nPen,Blue,EUR,1.00,1' },
      'POST /customers/import': { body: 'first_name,email\nNina,nina@reader.example' },
      'POST /checkouts/import': { body: 'description,amount,currency\nChair,1.00,EUR' },
      'POST /checkout-templates': { body: { name: 'Weekly', fields: {} } },
      'POST /forwarding/messages': { body: { endpoint_id: rows.forwarding, notification_id: notification } },
      'POST /connection/key': {
        body: { version: 1, secret_key: 'another-key', keep_hours: 1 },
      },
      'POST /connection/key/restore': { body: { version: 2, id: rows.oldKey } },
      'POST /invitations': { body: { email: 'newer@reader.example', name: 'Newer', role: 'support' } },
      'PUT /notifications/[id]/link': { body: { product_id: product.id } },
      'PUT /payments/[id]/link': { body: { product_id: product.id } },
    },
    needs: {
      'GET /checkouts/tracking': '?tracking_id=one',
      'GET /retention/effect': '?months=1',
      'GET /payments/reconciliations/[id]/rows': '?result=only_there',
      'GET /payments/reconciliations/[id]/rows/export': '?result=only_there',
      'GET /payments/reconciliations/[id]/totals': '?result=only_there',
    },
    queries: {
      'GET /products': searches,
      'GET /customers': searches,
      'GET /checkouts': searches,
      'GET /notifications': searches,
      'GET /card-tokens': searches,
      'GET /activity': searches,
      'GET /activity/export': [`?q=${otherShopMark}`],
      'GET /products/export': [`?q=${otherShopMark}`],
      'GET /customers/export': [`?q=${otherShopMark}`],
      'GET /checkouts/export': [`?q=${otherShopMark}`],
      'GET /payments': [...searches, '?counted=paid&currency=EUR', '?counted=failed&unknown=reason'],
      'GET /payments/export': [`?q=${otherShopMark}`],
      'GET /notifications/export': [`?q=${otherShopMark}`],
    },
    tables: [
      'api_tokens',
      'products',
      'customers',
      'checkouts',
      'notifications',
      'tasks',
      'card_tokens',
      'checkout_templates',
      'customer_notes',
      'forwarding_endpoints',
      'forwarding_messages',
      'reconciliations',
    ],
  }
}

/** For tests: waits until no job of the sandbox shop is running. */
export const jobsDone = ({ db }: Engine): Promise<void> =>
  eventually(async () => {
    const { rows } = await db.execute(sql`SELECT 1 FROM tasks
      WHERE shop_id = 'sandbox' AND state IN ('reading', 'planning', 'running', 'cancelling')
      UNION ALL SELECT 1 FROM reconciliations
      WHERE shop_id = 'sandbox' AND state IN ('reading', 'matching', 'recording', 'undoing')`)
    if (rows.length > 0) throw new Error('a job is running')
  })

type SixIds = [string, string, string, string, string, string]

/** Inserts what only the gateway or background work creates, or what is faster to insert. */
async function insertRows(
  { engine, owner }: TestApplication,
  of: { notification: string; checkout: string },
) {
  const { db } = engine
  const shopId = owner.shop.id
  const [endpoint, message, alert, colleague, template, oldKey] = Array.from({ length: 6 }, () =>
    uuidv7(),
  ) as SixIds
  const now = new Date()
  await db.insert(cardTokens).values({
    shopId,
    id: 'crd_one',
    tokenSealed: engine.sealer.seal('token', `card_token:${shopId}:crd_one`),
    mark: randomBytes(32),
    tokenEnd: '',
    source: 'notification',
    notificationId: of.notification,
    stamp: 'stamp',
    holder: 'MARIA KELLER',
    createdAt: now,
    search: 'maria keller',
  })
  await db.insert(forwardingEndpoints).values({
    shopId,
    id: endpoint,
    name: 'Shop',
    url: 'https://127.0.0.1:9/',
    filters: defaultFilters,
    secretSealed: randomBytes(32),
    enabled: false,
    createdAt: now,
    createdBy: owner.actor.userId,
  })
  await db.insert(forwardingMessages).values({
    shopId,
    id: message,
    endpointId: endpoint,
    notificationId: of.notification,
    state: 'given_up',
    roundAt: now,
    createdAt: now,
  })
  await db.insert(checkoutTemplates).values({
    shopId,
    id: template,
    name: 'Monthly',
    fields: {},
    createdBy: owner.actor.userId,
    updatedAt: now,
  })
  await db
    .insert(shopLogos)
    .values({ shopId, type: 'image/png', width: 20, height: 16, bytes: randomBytes(9) })
  await db.update(shops).set({ logoHash: 'hash' }).where(eq(shops.id, shopId))
  await db.insert(alerts).values({ shopId, id: alert, kind: 'quarantine', subject: '', sentAt: now })
  await db
    .insert(users)
    .values({ id: colleague, email: 'sam@reader.example', name: 'Sam', passwordHash: 'none' })
  await db.insert(memberships).values({ shopId, userId: colleague, role: 'support' })
  await db.insert(oldSecretKeys).values({
    shopId,
    id: oldKey,
    keySealed: owner.shop.secretKeySealed,
    setAt: now,
    until: new Date(now.getTime() + 3_600_000),
  })
  return {
    'card-tokens': 'crd_one',
    forwarding: endpoint,
    'forwarding/messages': message,
    alerts: alert,
    'checkout-templates': template,
    people: colleague,
    oldKey,
  }
}
