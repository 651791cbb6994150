import 'server-only'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { engine as theEngine, type Engine } from '@/lib/db/engine'
import { openTestEngine, type EngineKind } from '@/lib/db/testing'
import { startBackground } from '@/lib/start/background'
import { adoptConfig, loadConfig, type Config } from '@/lib/core/server/config'
import type { ActorContext } from '@/lib/core/server/context'
import { registerAtSandbox } from '@/lib/shops/server/introduce'
import { log, openLog } from '@/lib/core/server/log'
import { serverMigrations } from '@/lib/start/migrations'
import { prepareStorage } from '@/lib/start/prepare'
import { loadShop, sandboxShop } from '@/lib/core/server/shop/load'
import { users } from '@/lib/core/server/tables/users'
import { listen, ofShop, type OfShop } from '@/lib/testing/office'
import { insertOtherShop } from '@/lib/testing/other-shop'
import { sandboxMigrations } from '@/lib/sandbox/migrations'
import { sandboxSettings } from '@/lib/sandbox/settings'
import { ensureSandboxShop } from '@/lib/sandbox/shops'
import { startSandbox } from '@/lib/sandbox/start'
import { sendAnswer, toRequest } from '@/lib/sandbox/testing-server'
import * as unknown from '../../app/api/[...path]/route'
import * as acceptInvitation from '../../app/api/invitations/accept/route'
import * as hook from '../../app/api/hooks/[key]/notification/route'
import * as verificationHook from '../../app/api/hooks/[key]/verification/route'
import * as shop from '../../app/api/shops/[shop]/route'
import * as cardTokens from '../../app/api/shops/[shop]/card-tokens/route'
import * as cardToken from '../../app/api/shops/[shop]/card-tokens/[id]/route'
import * as cardTokenReveal from '../../app/api/shops/[shop]/card-tokens/[id]/reveal/route'
import * as cardTokenRemove from '../../app/api/shops/[shop]/card-tokens/[id]/remove/route'
import * as alerts from '../../app/api/shops/[shop]/alerts/route'
import * as alertSettings from '../../app/api/shops/[shop]/alerts/settings/route'
import * as alertTest from '../../app/api/shops/[shop]/alerts/test/route'
import * as alertDismiss from '../../app/api/shops/[shop]/alerts/[id]/dismiss/route'
import * as firstSteps from '../../app/api/shops/[shop]/first-steps/route'
import * as demoPayment from '../../app/api/shops/[shop]/first-steps/demo-payment/route'
import * as paymentSettings from '../../app/api/shops/[shop]/payment-settings/route'
import * as payments from '../../app/api/shops/[shop]/payments/route'
import * as acceptPayment from '../../app/api/shops/[shop]/payments/[id]/accept/route'
import * as statistics from '../../app/api/shops/[shop]/statistics/route'
import * as currencies from '../../app/api/shops/[shop]/currencies/route'
import * as unpaidCheckouts from '../../app/api/shops/[shop]/statistics/unpaid-checkouts/route'
import * as customers from '../../app/api/shops/[shop]/customers/route'
import * as customersExport from '../../app/api/shops/[shop]/customers/export/route'
import * as checkouts from '../../app/api/shops/[shop]/checkouts/route'
import * as checkoutsExport from '../../app/api/shops/[shop]/checkouts/export/route'
import * as checkoutsImport from '../../app/api/shops/[shop]/checkouts/import/route'
import * as checkoutMakers from '../../app/api/shops/[shop]/checkouts/makers/route'
import * as checkoutTracking from '../../app/api/shops/[shop]/checkouts/tracking/route'
import * as checkout from '../../app/api/shops/[shop]/checkouts/[id]/route'
import * as checkoutCheck from '../../app/api/shops/[shop]/checkouts/[id]/check/route'
import * as checkoutReissue from '../../app/api/shops/[shop]/checkouts/[id]/reissue/route'
import * as checkoutSettle from '../../app/api/shops/[shop]/checkouts/[id]/settle/route'
import * as customersImport from '../../app/api/shops/[shop]/customers/import/route'
import * as customersSync from '../../app/api/shops/[shop]/customers/sync/route'
import * as customerDuplicates from '../../app/api/shops/[shop]/customers/duplicates/route'
import * as customer from '../../app/api/shops/[shop]/customers/[id]/route'
import * as customerNotes from '../../app/api/shops/[shop]/customers/[id]/notes/route'
import * as customerTimeline from '../../app/api/shops/[shop]/customers/[id]/timeline/route'
import * as customerReveal from '../../app/api/shops/[shop]/customers/[id]/reveal/route'
import * as customerMerge from '../../app/api/shops/[shop]/customers/[id]/merge/route'
import * as customerUnmerge from '../../app/api/shops/[shop]/customers/[id]/unmerge/route'
import * as customerAnonymise from '../../app/api/shops/[shop]/customers/[id]/anonymise/route'
import * as forwarding from '../../app/api/shops/[shop]/forwarding/route'
import * as forwardingEndpoint from '../../app/api/shops/[shop]/forwarding/[id]/route'
import * as forwardingSecret from '../../app/api/shops/[shop]/forwarding/[id]/secret/route'
import * as forwardingEnable from '../../app/api/shops/[shop]/forwarding/[id]/enable/route'
import * as forwardingTest from '../../app/api/shops/[shop]/forwarding/[id]/test/route'
import * as forwardingMessages from '../../app/api/shops/[shop]/forwarding/messages/route'
import * as forwardingMessage from '../../app/api/shops/[shop]/forwarding/messages/[id]/route'
import * as forwardingResend from '../../app/api/shops/[shop]/forwarding/messages/[id]/resend/route'
import * as samples from '../../app/api/shops/[shop]/samples/route'
import * as notificationLink from '../../app/api/shops/[shop]/notifications/[id]/link/route'
import * as notificationCardToken from '../../app/api/shops/[shop]/notifications/[id]/card-token/route'
import * as notificationReveal from '../../app/api/shops/[shop]/notifications/[id]/reveal/route'
import * as notificationReplay from '../../app/api/shops/[shop]/notifications/[id]/replay/route'
import * as notification from '../../app/api/shops/[shop]/notifications/[id]/route'
import * as notificationExport from '../../app/api/shops/[shop]/notifications/export/route'
import * as endpointSecret from '../../app/api/shops/[shop]/notification-settings/endpoint-secret/route'
import * as notificationRetention from '../../app/api/shops/[shop]/notification-settings/retention-effect/route'
import * as hookKeyRotation from '../../app/api/shops/[shop]/notification-settings/rotate/route'
import * as notificationSettings from '../../app/api/shops/[shop]/notification-settings/route'
import * as notifications from '../../app/api/shops/[shop]/notifications/route'
import * as archive from '../../app/api/shops/[shop]/products/[id]/archive/route'
import * as drift from '../../app/api/shops/[shop]/products/[id]/drift/route'
import * as restore from '../../app/api/shops/[shop]/products/[id]/restore/route'
import * as product from '../../app/api/shops/[shop]/products/[id]/route'
import * as productHistory from '../../app/api/shops/[shop]/products/[id]/history/route'
import * as products from '../../app/api/shops/[shop]/products/route'
import * as radar from '../../app/api/shops/[shop]/products/radar/route'
import * as jobs from '../../app/api/shops/[shop]/jobs/route'
import * as job from '../../app/api/shops/[shop]/jobs/[id]/route'
import * as jobRows from '../../app/api/shops/[shop]/jobs/[id]/rows/route'
import * as jobReport from '../../app/api/shops/[shop]/jobs/[id]/report/route'
import * as jobMapping from '../../app/api/shops/[shop]/jobs/[id]/mapping/route'
import * as jobRun from '../../app/api/shops/[shop]/jobs/[id]/run/route'
import * as jobCancel from '../../app/api/shops/[shop]/jobs/[id]/cancel/route'
import * as jobRepeat from '../../app/api/shops/[shop]/jobs/[id]/repeat/route'
import * as jobRetry from '../../app/api/shops/[shop]/jobs/[id]/retry/route'
import * as jobUndo from '../../app/api/shops/[shop]/jobs/[id]/undo/route'
import * as bulk from '../../app/api/shops/[shop]/products/bulk/route'
import * as productsExport from '../../app/api/shops/[shop]/products/export/route'
import * as productsImport from '../../app/api/shops/[shop]/products/import/route'
import * as sync from '../../app/api/shops/[shop]/products/sync/route'
import * as invitations from '../../app/api/shops/[shop]/invitations/route'
import * as invitationNewLink from '../../app/api/shops/[shop]/invitations/[id]/new-link/route'
import * as invitationRevoke from '../../app/api/shops/[shop]/invitations/[id]/revoke/route'
import * as people from '../../app/api/shops/[shop]/people/route'
import * as personDisable from '../../app/api/shops/[shop]/people/[id]/disable/route'
import * as personEnable from '../../app/api/shops/[shop]/people/[id]/enable/route'
import * as personEndSessions from '../../app/api/shops/[shop]/people/[id]/end-sessions/route'
import * as personRole from '../../app/api/shops/[shop]/people/[id]/role/route'
import * as sandboxCheckout from '../../app/sandbox/ctp/api/checkouts/[token]/route'
import * as sandboxCheckouts from '../../app/sandbox/ctp/api/checkouts/route'
import * as sandboxCustomer from '../../app/sandbox/customers/[id]/route'
import * as sandboxCustomers from '../../app/sandbox/customers/route'
import * as sandboxFaults from '../../app/sandbox/faults/route'
import * as sandboxMails from '../../app/sandbox/mails/route'
import * as sandboxPayments from '../../app/sandbox/products/[id]/payments/route'
import * as sandboxProduct from '../../app/sandbox/products/[id]/route'
import * as sandboxProducts from '../../app/sandbox/products/route'
import * as sandboxCheckoutPayments from '../../app/sandbox/v2/checkout/[token]/payments/route'
import * as sandboxShopSettings from '../../app/sandbox/shop/route'
import * as sandboxChallengeAnswer from '../../app/sandbox/payments/[uid]/challenge/answer/route'
import * as sandboxTransaction from '../../app/sandbox/transactions/[uid]/route'
import * as sandboxTokenizations from '../../app/sandbox/transactions/tokenizations/route'
import * as sandboxTransactions from '../../app/sandbox/v2/transactions/tracking_id/[id]/route'

type Handlers = Record<string, unknown>
type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>

/** Route files by their path under app/, as Next.js finds them. More specific paths come first. */
const routes: [pattern: string, handlers: Handlers][] = [
  ['/api/hooks/:key/notification', hook],
  ['/api/hooks/:key/verification', verificationHook],
  ['/api/shops/:shop', shop],
  ['/api/shops/:shop/checkouts', checkouts],
  ['/api/shops/:shop/checkouts/export', checkoutsExport],
  ['/api/shops/:shop/checkouts/import', checkoutsImport],
  ['/api/shops/:shop/checkouts/makers', checkoutMakers],
  ['/api/shops/:shop/checkouts/tracking', checkoutTracking],
  ['/api/shops/:shop/checkouts/:id', checkout],
  ['/api/shops/:shop/checkouts/:id/check', checkoutCheck],
  ['/api/shops/:shop/checkouts/:id/reissue', checkoutReissue],
  ['/api/shops/:shop/checkouts/:id/settle', checkoutSettle],
  ['/api/shops/:shop/customers', customers],
  ['/api/shops/:shop/customers/export', customersExport],
  ['/api/shops/:shop/customers/import', customersImport],
  ['/api/shops/:shop/customers/sync', customersSync],
  ['/api/shops/:shop/customers/duplicates', customerDuplicates],
  ['/api/shops/:shop/customers/:id', customer],
  ['/api/shops/:shop/customers/:id/notes', customerNotes],
  ['/api/shops/:shop/customers/:id/timeline', customerTimeline],
  ['/api/shops/:shop/customers/:id/reveal', customerReveal],
  ['/api/shops/:shop/customers/:id/merge', customerMerge],
  ['/api/shops/:shop/customers/:id/unmerge', customerUnmerge],
  ['/api/shops/:shop/customers/:id/anonymise', customerAnonymise],
  ['/api/shops/:shop/notifications', notifications],
  ['/api/shops/:shop/notifications/export', notificationExport],
  ['/api/shops/:shop/notifications/:id', notification],
  ['/api/shops/:shop/notifications/:id/link', notificationLink],
  ['/api/shops/:shop/notifications/:id/card-token', notificationCardToken],
  ['/api/shops/:shop/notifications/:id/replay', notificationReplay],
  ['/api/shops/:shop/notifications/:id/reveal', notificationReveal],
  ['/api/shops/:shop/notification-settings', notificationSettings],
  ['/api/shops/:shop/notification-settings/rotate', hookKeyRotation],
  ['/api/shops/:shop/notification-settings/endpoint-secret', endpointSecret],
  ['/api/shops/:shop/notification-settings/retention-effect', notificationRetention],
  ['/api/shops/:shop/products', products],
  ['/api/shops/:shop/jobs', jobs],
  ['/api/shops/:shop/jobs/:id', job],
  ['/api/shops/:shop/jobs/:id/rows', jobRows],
  ['/api/shops/:shop/jobs/:id/report', jobReport],
  ['/api/shops/:shop/jobs/:id/mapping', jobMapping],
  ['/api/shops/:shop/jobs/:id/run', jobRun],
  ['/api/shops/:shop/jobs/:id/cancel', jobCancel],
  ['/api/shops/:shop/jobs/:id/repeat', jobRepeat],
  ['/api/shops/:shop/jobs/:id/retry', jobRetry],
  ['/api/shops/:shop/jobs/:id/undo', jobUndo],
  ['/api/shops/:shop/products/bulk', bulk],
  ['/api/shops/:shop/currencies', currencies],
  ['/api/shops/:shop/products/export', productsExport],
  ['/api/shops/:shop/products/import', productsImport],
  ['/api/shops/:shop/products/sync', sync],
  ['/api/shops/:shop/products/radar', radar],
  ['/api/shops/:shop/products/:id/archive', archive],
  ['/api/shops/:shop/products/:id/drift', drift],
  ['/api/shops/:shop/products/:id/restore', restore],
  ['/api/shops/:shop/products/:id', product],
  ['/api/shops/:shop/products/:id/history', productHistory],
  ['/api/shops/:shop/card-tokens', cardTokens],
  ['/api/shops/:shop/card-tokens/:id', cardToken],
  ['/api/shops/:shop/card-tokens/:id/reveal', cardTokenReveal],
  ['/api/shops/:shop/card-tokens/:id/remove', cardTokenRemove],
  ['/api/shops/:shop/alerts', alerts],
  ['/api/shops/:shop/alerts/settings', alertSettings],
  ['/api/shops/:shop/alerts/test', alertTest],
  ['/api/shops/:shop/alerts/:id/dismiss', alertDismiss],
  ['/api/shops/:shop/payment-settings', paymentSettings],
  ['/api/shops/:shop/payments', payments],
  ['/api/shops/:shop/payments/:id/accept', acceptPayment],
  ['/api/shops/:shop/first-steps', firstSteps],
  ['/api/shops/:shop/first-steps/demo-payment', demoPayment],
  ['/api/shops/:shop/statistics', statistics],
  ['/api/shops/:shop/statistics/unpaid-checkouts', unpaidCheckouts],
  ['/api/shops/:shop/forwarding', forwarding],
  ['/api/shops/:shop/forwarding/messages', forwardingMessages],
  ['/api/shops/:shop/forwarding/messages/:id', forwardingMessage],
  ['/api/shops/:shop/forwarding/messages/:id/resend', forwardingResend],
  ['/api/shops/:shop/forwarding/:id', forwardingEndpoint],
  ['/api/shops/:shop/forwarding/:id/secret', forwardingSecret],
  ['/api/shops/:shop/forwarding/:id/enable', forwardingEnable],
  ['/api/shops/:shop/forwarding/:id/test', forwardingTest],
  ['/api/shops/:shop/samples', samples],
  ['/api/shops/:shop/people', people],
  ['/api/shops/:shop/people/:id/role', personRole],
  ['/api/shops/:shop/people/:id/disable', personDisable],
  ['/api/shops/:shop/people/:id/enable', personEnable],
  ['/api/shops/:shop/people/:id/end-sessions', personEndSessions],
  ['/api/shops/:shop/invitations', invitations],
  ['/api/shops/:shop/invitations/:id/new-link', invitationNewLink],
  ['/api/shops/:shop/invitations/:id/revoke', invitationRevoke],
  ['/api/invitations/accept', acceptInvitation],
  ['/sandbox/ctp/api/checkouts', sandboxCheckouts],
  ['/sandbox/ctp/api/checkouts/:token', sandboxCheckout],
  ['/sandbox/v2/checkout/:token/payments', sandboxCheckoutPayments],
  ['/sandbox/customers', sandboxCustomers],
  ['/sandbox/customers/:id', sandboxCustomer],
  ['/sandbox/faults', sandboxFaults],
  ['/sandbox/mails', sandboxMails],
  ['/sandbox/products', sandboxProducts],
  ['/sandbox/products/:id', sandboxProduct],
  ['/sandbox/products/:id/payments', sandboxPayments],
  ['/sandbox/payments/:uid/challenge/answer', sandboxChallengeAnswer],
  ['/sandbox/shop', sandboxShopSettings],
  ['/sandbox/transactions/tokenizations', sandboxTokenizations],
  ['/sandbox/transactions/:uid', sandboxTransaction],
  ['/sandbox/v2/transactions/tracking_id/:id', sandboxTransactions],
  ['/api/.*', unknown],
]

async function dispatch(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  for (const [pattern, handlers] of routes) {
    const match = new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(pathname)
    const handler = handlers[request.method] as Handler | undefined
    const params = Object.fromEntries(
      Object.entries(match?.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]),
    )
    if (match && handler) return handler(request, { params: Promise.resolve(params) })
  }
  return new Response(null, { status: 404 })
}

export type TestApplication = {
  engine: Engine
  url: string
  appUrl: string
  /** The context of the sandbox shop's owner. */
  owner: ActorContext
  /** Returns a condition that limits rows to the sandbox shop, with further conditions. */
  ofShop: OfShop
  /** Requests sent to the other shop's gateway. `close` throws if there are any. */
  sentToOther: () => string[]
  logged: () => string
  /** The whole database as text, to search for what must not be stored. */
  dump: () => Promise<string>
  close: () => Promise<void>
}

/**
 * For tests: the whole application except its pages, on storage of its own, over real HTTP. Besides the sandbox shop
 * there is a second shop with the same IDs (other-shop.ts); nothing may be sent to its gateway.
 */
export async function openTestApplication(kind: EngineKind = 'embedded'): Promise<TestApplication> {
  const { engine, dispose } = await openTestEngine(kind, [serverMigrations, sandboxMigrations])
  const server = createServer((incoming, outgoing) => {
    void dispatch(toRequest(incoming)).then((answer) => sendAnswer(answer, incoming, outgoing))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const settings = testConfig(port)
  adoptConfig(settings)
  const lines: string[] = []
  openLog('trace', { write: (line) => void lines.push(line) })
  theEngine.set(engine)
  sandboxSettings.set({
    publicOrigin: settings.appUrl,
    lenient: false,
    reach: settings.sandboxReach,
    onError: (error) => log().error({ err: error }, 'the sandbox failed'),
  })
  const sentToOther: string[] = []
  const otherGateway = await listen((request, response) => {
    sentToOther.push(`${request.method} ${request.url}`)
    response.writeHead(500).end()
  })
  await insertOtherShop(engine, otherGateway.url)
  const provideSandboxShop = (db: Engine['db'], made: { shopId: number; secretKey: string }) =>
    ensureSandboxShop(db, engine.sealer, made)
  await prepareStorage(engine.db, { config: settings, sealer: engine.sealer, provideSandboxShop })
  await startBackground(engine)
  await startSandbox(engine)
  await registerAtSandbox(settings)
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await dispose()
    await otherGateway.close()
    if (sentToOther.length > 0) throw new Error(`sent to the other shop's gateway: ${sentToOther.join(', ')}`)
  }
  const owner = await ownerContext(engine)
  return {
    engine,
    url: `http://127.0.0.1:${port}`,
    appUrl: settings.appUrl,
    owner,
    ofShop: (...conditions) => ofShop(owner.shop, ...conditions),
    sentToOther: () => sentToOther,
    logged: () => lines.join(''),
    dump: () => dump(engine),
    close,
  }
}

const testConfig = (port: number): Config =>
  loadConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    DATABASE_URL: 'postgres://not-used',
    AUTH_SECRET: randomBytes(32).toString('hex'),
    SEALING_KEY: randomBytes(32).toString('hex'),
    OWNER_PASSWORD: 'correct horse',
    SANDBOX: 'on',
    SANDBOX_REACH: 'machine',
  })

async function ownerContext(engine: Engine): Promise<ActorContext> {
  const [user] = await engine.db.select().from(users)
  const shopRow = await loadShop(engine.db, sandboxShop)
  if (!user || !shopRow) throw new Error('the application was not prepared')
  return {
    engine,
    shop: shopRow,
    log: log(),
    actor: { userId: user.id, email: user.email, name: user.name, role: 'owner' },
  }
}

async function dump({ db }: Engine): Promise<string> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const parts: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute(sql`SELECT t::text AS row FROM ${sql.raw(name)} t`)
    parts.push(...rows.map(({ row }) => String(row)))
    // Bytes print as hexadecimal, so add them as text, too.
    for (const { row } of rows as { row: string }[]) {
      for (const [, hex] of row.matchAll(/\\\\x([0-9a-f]+)/g))
        parts.push(Buffer.from(hex ?? '', 'hex').toString('latin1'))
    }
  }
  return parts.join('\n')
}
