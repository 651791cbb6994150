import 'server-only'
import type { Permission } from '@/lib/core/permissions'
import { loadRoute, routePlaces, type Handler } from './routes'

const shopPrefix = '/shops/[shop]'
const product = {
  name: 'Paper',
  description: 'Laid',
  currency: 'EUR',
  amount: 1,
  infinite: true,
  immortal: true,
}

const checkout = {
  checkout: { transaction_type: 'payment', order: { amount: 1, currency: 'EUR', description: 'One' } },
}

/** The permission of every handler under api/shops/[shop]. A test finds one that is not here or in beyond-shops.ts. */
export const handlers: Record<string, { permission: Permission; body?: unknown; changes?: true }> = {
  'GET /': { permission: 'shop.read' },
  'GET /settings-changes': { permission: 'shop.read' },
  'GET /connection': { permission: 'shop.configure' },
  'PATCH /connection': { permission: 'shop.configure', body: { version: 1 } },
  'PUT /archive': { permission: 'shop.configure', body: { version: 1, is_archived: false } },
  'GET /deletion': { permission: 'shop.configure' },
  'POST /deletion': { permission: 'shop.configure', body: { version: 1, name: 'Sandbox' } },
  'GET /export': { permission: 'shop.configure' },
  'GET /reveal-limit': { permission: 'people.manage' },
  'PUT /reveal-limit': { permission: 'people.manage', body: { version: 1, per_hour: 60 } },
  'GET /minor-units': { permission: 'payments.configure' },
  'PUT /minor-units': { permission: 'payments.configure', body: { version: 1, overrides: {} } },
  'GET /appearance': { permission: 'shop.configure' },
  'PATCH /appearance': { permission: 'shop.configure', body: { version: 1 } },
  'GET /logo': { permission: 'shop.read' },
  'GET /page-defaults': { permission: 'payments.configure' },
  'PUT /page-defaults': { permission: 'payments.configure', body: { version: 1, defaults: {} } },
  'POST /connection/test': { permission: 'shop.configure', body: {} },
  'POST /connection/key': {
    permission: 'shop.configure',
    body: { version: 1, secret_key: 'another', keep_hours: 1 },
  },
  'POST /connection/key/restore': {
    permission: 'shop.configure',
    body: { version: 1, id: '00000000-0000-4000-8000-000000000000' },
  },
  'GET /activity': { permission: 'activity.read' },
  'GET /activity/people': { permission: 'activity.read' },
  'GET /activity/export': { permission: 'activity.read' },
  'GET /currencies': { permission: 'shop.read' },
  'GET /events': { permission: 'shop.read' },
  'GET /gateway': { permission: 'shop.read' },
  'GET /notifications': { permission: 'notifications.read' },
  'GET /notifications/[id]': { permission: 'notifications.read' },
  'GET /notifications/export': { permission: 'notifications.export' },
  'POST /notifications/[id]/card-token': { permission: 'card_tokens.create' },
  'POST /notifications/[id]/reveal': { permission: 'personal_data.reveal' },
  'POST /notifications/[id]/replay': { permission: 'notifications.replay' },
  'PUT /notifications/[id]/link': { permission: 'notifications.link', body: {} },
  'GET /notification-settings': { permission: 'notifications.configure' },
  'PUT /notification-settings': { permission: 'notifications.configure', body: { version: 1 } },
  'POST /notification-settings/rotate': {
    permission: 'notifications.configure',
    body: { version: 1, keep_hours: 1 },
  },
  'POST /notification-settings/endpoint-secret': {
    permission: 'notifications.configure',
    body: { version: 1 },
  },
  'GET /notification-settings/retention-effect': { permission: 'notifications.configure' },
  'GET /products': { permission: 'products.read' },
  'POST /products': { permission: 'products.write', body: product },
  'GET /products/[id]': { permission: 'products.read' },
  'PATCH /products/[id]': { permission: 'products.write', body: { amount: 2 } },
  'GET /products/[id]/history': { permission: 'products.read' },
  'GET /products/radar': { permission: 'products.read' },
  'POST /products/[id]/drift': {
    permission: 'products.write',
    body: { keep: 'theirs', seen: { amount: 1 } },
  },
  'POST /products/[id]/archive': { permission: 'products.write' },
  'POST /products/[id]/restore': { permission: 'products.write' },
  'POST /products/bulk': {
    permission: 'products.write',
    body: { operation: { kind: 'archive' }, selection: { ids: ['prd_00'] } },
  },
  'POST /products/copy': {
    permission: 'products.write',
    body: { from: 'no-shop', selection: { ids: ['prd_00'] } },
  },
  'POST /products/import': { permission: 'products.write', body: 'no,table' },
  'GET /products/export': { permission: 'products.export' },
  'GET /jobs/copies': { permission: 'jobs.read' },
  'GET /jobs': { permission: 'jobs.read' },
  'GET /jobs/[id]': { permission: 'jobs.read' },
  'GET /jobs/[id]/rows': { permission: 'jobs.read' },
  'GET /jobs/[id]/report': { permission: 'jobs.read' },
  'POST /jobs/[id]/mapping': { permission: 'jobs.read', body: { columns: [] } },
  'POST /jobs/[id]/run': { permission: 'jobs.read' },
  'POST /jobs/[id]/cancel': { permission: 'jobs.read' },
  'POST /jobs/[id]/repeat': { permission: 'jobs.read' },
  'POST /jobs/[id]/retry': { permission: 'jobs.read' },
  'POST /jobs/[id]/undo': { permission: 'jobs.read' },
  'POST /products/sync': { permission: 'products.read' },
  'GET /customers': { permission: 'customers.read' },
  'POST /customers': { permission: 'customers.create', body: { email: 'a@shop.example', ip: '::1' } },
  'POST /customers/import': { permission: 'customers.import', body: 'no,table' },
  'GET /customers/export': { permission: 'customers.export' },
  'POST /customers/sync': { permission: 'customers.read' },
  'GET /customers/duplicates': { permission: 'customers.read' },
  'GET /customers/filters': { permission: 'customers.read' },
  'GET /customers/[id]': { permission: 'customers.read' },
  'PATCH /customers/[id]': { permission: 'customers.annotate', body: { labels: [] } },
  'POST /customers/[id]/notes': { permission: 'customers.annotate', body: { text: 'Called' } },
  'GET /customers/[id]/timeline': { permission: 'customers.read' },
  'POST /customers/[id]/reveal': { permission: 'personal_data.reveal' },
  'POST /customers/[id]/merge': { permission: 'customers.merge', body: { other: 'cst_01' } },
  'POST /customers/[id]/unmerge': { permission: 'customers.merge', body: { other: 'cst_01' } },
  'POST /customers/[id]/anonymise': { permission: 'customers.anonymise' },
  'GET /checkouts': { permission: 'checkouts.read' },
  'POST /checkouts': { permission: 'checkouts.create', body: checkout },
  'POST /checkouts/import': { permission: 'checkouts.import', body: 'no,table' },
  'GET /checkouts/export': { permission: 'checkouts.export' },
  'GET /checkouts/makers': { permission: 'checkouts.read' },
  'GET /checkouts/tracking': { permission: 'checkouts.read' },
  'GET /checkouts/[id]': { permission: 'checkouts.read' },
  'POST /checkouts/[id]/check': { permission: 'payments.ask' },
  'POST /checkouts/[id]/reissue': { permission: 'checkouts.create', body: {} },
  'POST /checkouts/[id]/settle': { permission: 'checkouts.create', body: { exists: true } },
  'GET /checkout-templates': { permission: 'checkouts.read' },
  'POST /checkout-templates': { permission: 'checkouts.templates', body: { name: 'Monthly', fields: {} } },
  'PATCH /checkout-templates/[id]': { permission: 'checkouts.templates', body: { name: 'Yearly' } },
  'DELETE /checkout-templates/[id]': { permission: 'checkouts.templates' },
  'GET /forwarding': { permission: 'forwarding.read' },
  'POST /forwarding': { permission: 'forwarding.manage', body: { name: 'Shop', url: 'http://10.0.0.1/' } },
  'GET /forwarding/[id]': { permission: 'forwarding.read' },
  'PATCH /forwarding/[id]': { permission: 'forwarding.manage', body: {} },
  'DELETE /forwarding/[id]': { permission: 'forwarding.manage' },
  'POST /forwarding/[id]/secret': { permission: 'forwarding.manage' },
  'POST /forwarding/[id]/enable': { permission: 'forwarding.manage', body: {} },
  'POST /forwarding/[id]/test': { permission: 'forwarding.read' },
  'GET /forwarding/messages': { permission: 'forwarding.read' },
  'POST /forwarding/messages': { permission: 'forwarding.read', body: {} },
  'GET /forwarding/messages/[id]': { permission: 'forwarding.read' },
  'POST /forwarding/messages/[id]/resend': { permission: 'forwarding.read' },
  'POST /samples': { permission: 'notifications.replay', body: {} },
  'GET /api-tokens': { permission: 'api_tokens.manage' },
  'POST /api-tokens': {
    permission: 'api_tokens.manage',
    body: { name: 'Shop server', scopes: ['checkouts.read'], days: 30, networks: [] },
  },
  'POST /api-tokens/[id]/revoke': { permission: 'api_tokens.manage' },
  'GET /factor-rule': { permission: 'people.manage' },
  'PUT /factor-rule': { permission: 'people.manage', body: { version: 1, roles: ['owner'], grace_days: 7 } },
  'GET /people': { permission: 'people.manage' },
  'POST /people/[id]/reset-link': { permission: 'people.manage' },
  'POST /people/[id]/role': { permission: 'people.manage', body: { role: 'support' } },
  'POST /people/[id]/disable': { permission: 'people.manage' },
  'POST /people/[id]/enable': { permission: 'people.manage' },
  'POST /people/[id]/end-sessions': { permission: 'people.manage' },
  'GET /retention': { permission: 'retention.manage' },
  'PUT /retention': { permission: 'retention.manage', body: { version: 1, enabled: false } },
  'GET /retention/effect': { permission: 'retention.manage' },
  'GET /card-tokens': { permission: 'card_tokens.read' },
  'POST /card-tokens': { permission: 'card_tokens.create', body: {} },
  'GET /card-tokens/[id]': { permission: 'card_tokens.read' },
  'POST /card-tokens/[id]/reveal': { permission: 'card_tokens.reveal' },
  'POST /card-tokens/[id]/remove': { permission: 'card_tokens.create' },
  'GET /statistics': { permission: 'statistics.read' },
  'GET /statistics/unpaid-checkouts': { permission: 'checkouts.read' },
  'GET /first-steps': { permission: 'products.write' },
  'PUT /first-steps': { permission: 'products.write', body: { dismissed: false } },
  'POST /first-steps/demo-payment': { permission: 'checkouts.create', body: {} },
  'GET /payments': { permission: 'payments.read' },
  'GET /payments/filter-values': { permission: 'payments.read' },
  'GET /payments/export': { permission: 'payments.export' },
  'GET /payments/report': { permission: 'statistics.read' },
  'GET /payments/report/export': { permission: 'statistics.read' },
  'GET /payments/reconciliations': { permission: 'payments.reconcile' },
  'POST /payments/reconciliations/preview': { permission: 'payments.reconcile', body: 'no,table' },
  'POST /payments/reconciliations/import': { permission: 'payments.reconcile', body: 'no,table' },
  'GET /payments/reconciliations/[id]': { permission: 'payments.reconcile' },
  'GET /payments/reconciliations/[id]/rows': { permission: 'payments.reconcile' },
  'GET /payments/reconciliations/[id]/rows/export': { permission: 'payments.reconcile' },
  'GET /payments/reconciliations/[id]/totals': { permission: 'payments.reconcile' },
  'POST /payments/reconciliations/[id]/missing': {
    permission: 'payments.reconcile',
    body: { reason: 'The bank has them' },
  },
  'POST /payments/reconciliations/[id]/record': { permission: 'payments.reconcile' },
  'POST /payments/reconciliations/[id]/undo': { permission: 'payments.reconcile' },
  'GET /payments/[id]': { permission: 'payments.read' },
  'POST /payments/[id]/ask': { permission: 'payments.ask' },
  'PUT /payments/[id]/link': { permission: 'notifications.link', body: {} },
  'POST /payments/[id]/notes': { permission: 'payments.annotate', body: { text: 'Called' } },
  'POST /payments/[id]/accept': { permission: 'payments.accept', body: { accepted: true } },
  'GET /payment-settings': { permission: 'payments.configure' },
  'PUT /payment-settings': { permission: 'payments.configure', body: { version: 1 } },
  'GET /alerts': { permission: 'alerts.read' },
  'GET /alerts/settings': { permission: 'alerts.manage' },
  'PUT /alerts/settings': { permission: 'alerts.manage', body: { version: 1 } },
  'POST /alerts/test': { permission: 'alerts.manage', body: { channel: 'mail' } },
  'POST /alerts/[id]/dismiss': { permission: 'alerts.manage' },
  'GET /invitations': { permission: 'people.manage' },
  'POST /invitations': { permission: 'people.manage', body: { email: 'x', name: 'X', role: 'owner' } },
  'POST /invitations/[id]/new-link': { permission: 'people.manage' },
  'POST /invitations/[id]/revoke': { permission: 'people.manage' },
}

/** Removals run last, so that the other handlers find their rows. */
const isLast = (name: string) => /^DELETE|anonymise|revoke|disable|retention|rotate/.test(name)
const names = Object.keys(handlers)
export const reading = names.filter((name) => name.startsWith('GET '))
const writing = names.filter((name) => !reading.includes(name))

/**
 * Handlers in an order in which each finds its data in a filled shop (shops/two-shops.ts): reading, writing, removing.
 */
export const orderedHandlers = [
  ...reading,
  ...writing.filter((name) => !isLast(name)),
  ...writing.filter(isLast),
]

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export const shopPath = (name: string) =>
  name.replace(/ \/$/, ` ${shopPrefix}`).replace(/ \/(?!shops)/, ` ${shopPrefix}/`)

/** Finds every handler under api in the file system. Keys have the form “GET /shops/[shop]/products”. */
export async function findHandlers(): Promise<Map<string, Handler>> {
  const found = new Map<string, Handler>()
  for (const route of routePlaces.filter((one) => one.startsWith('api/'))) {
    const place = route.slice('api/'.length)
    const exported = await loadRoute(route)
    for (const [name, handler] of Object.entries(exported))
      // Skips handlers that only answer that the method or address does not exist.
      if (
        methods.includes(name) &&
        !['methodNotAllowed', 'tellMethods', 'unknownAddress'].includes(handler.name)
      )
        found.set(`${name} /${place}`, handler)
  }
  return found
}
