import 'server-only'
import type { ProductDetail } from '@/lib/products/schema'
import { eventually } from '@/lib/testing/eventually'
import type { TestApplication } from '../application'
import { checkoutClient, having } from '../checkouts'
import { settingsVersion } from '../office'
import { csvHeader, csvLines, jobClient } from '../jobs'

/** The ID and body of a request to a handler that needs something in a certain state. */
export type RequestInput = { id?: string; body?: unknown }

/** For tests: creates what some handlers need in a certain state. The session must be the owner's. */
export async function makeStates(
  app: TestApplication,
  product: string,
): Promise<Record<string, RequestInput>> {
  const jobs = jobClient(app)
  await jobs.call('PUT', '/payment-settings', {
    direct_tokenization: true,
    checkout_query: true,
    transaction_query: true,
    version: await settingsVersion(app.engine.db),
  })
  const planned = await jobs.plan({ kind: 'set_quantity', quantity: 8 }, { ids: [product] })
  const loaded = await jobs.load([csvHeader, ...csvLines('Loaded')].join('\n'))
  const source = await addSandboxShop(app)
  return {
    'POST /products/copy': { body: { from: source, selection: { query: {} } } },
    'POST /jobs/[id]/cancel': { id: planned.id },
    'POST /jobs/[id]/mapping': { id: loaded.id, body: { columns: csvHeader.split(',') } },
    'POST /products/[id]/drift': {
      id: await drifted(jobs),
      body: { keep: 'theirs', seen: { amount: 7000 } },
    },
    'POST /payments/reconciliations/preview': { body: statementRow('lost') },
    'POST /payments/reconciliations/import': { body: statement('lost') },
    'POST /payments/reconciliations/[id]/missing': {
      id: await reconciled('lost-today', jobs, new Date().toISOString()),
    },
    'POST /payments/reconciliations/[id]/record': { id: await reconciled('lost-once', jobs) },
    'POST /payments/reconciliations/[id]/undo': { id: await reconciled('lost-twice', jobs) },
    'POST /payments/[id]/ask': { id: await paidInSandbox(app) },
    'POST /checkouts/[id]/settle': { id: await unconfirmed(app), body: { exists: false } },
    'POST /checkouts/[id]/reissue': { body: { even_so: true } },
    'POST /card-tokens': { body: tokenization },
    'POST /forwarding': { body: { name: 'Shop', url: 'https://127.0.0.1:9/' } },
    'POST /samples': { body: sample },
  }
}

/** Adds a shop at the sandbox, and returns its ID. The session must be an administrator's. */
export async function addSandboxShop(app: TestApplication, name = 'Second'): Promise<string> {
  const response = await fetch(`${app.url}/api/shops`, {
    method: 'POST',
    body: JSON.stringify({ mode: 'sandbox', name }),
  })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { id: string }).id
}

const statementHeader = 'uid,amount,currency,paid_at'
const statementMapping = {
  columns: ['uid', 'amount', 'currency', 'time'],
  amounts: 'major',
  decimal: '.',
  dates: 'ymd',
  zone: 'UTC',
}
const statementRow = (uid: string, at = '2026-11-10T10:00:00Z') => `${statementHeader}\n${uid},1.00,EUR,${at}`
const statement = (uid: string, at?: string) =>
  `${JSON.stringify(statementMapping)}\n${statementRow(uid, at)}`

/** Compares a statement with the ledger that has one payment more, and returns the reconciliation's ID. */
async function reconciled(uid: string, { call }: ReturnType<typeof jobClient>, at?: string): Promise<string> {
  const path = '/payments/reconciliations'
  const { json } = await call('POST', `${path}/import`, statement(uid, at))
  const { id } = json as { id: string }
  await eventually(async () => {
    const { state } = (await call('GET', `${path}/${id}`)).json as { state: string }
    if (state !== 'matched') throw new Error(state)
  })
  return id
}

/** Creates a product that was sent with an amount of 65.00 and is now 70.00 at the gateway. */
async function drifted({ make, changeElsewhere, call }: ReturnType<typeof jobClient>): Promise<string> {
  const { id } = await make({ name: 'Drifted', amount: 6500 })
  await changeElsewhere(id, { amount: 7000 })
  await eventually(async () => {
    await call('POST', '/products/sync')
    const { drift } = (await call('GET', `/products/${id}`)).json as ProductDetail
    if (!drift.amount) throw new Error('not read yet')
  })
  return id
}

/** Pays in the sandbox, and returns the payment's UID. */
async function paidInSandbox(app: TestApplication): Promise<string> {
  const { make, pay } = checkoutClient(app)
  const { token } = await make()
  const { next } = (await (await pay(token)).json()) as { next: string }
  const [uid = ''] = /[0-9a-f-]{36}/.exec(next) ?? []
  const base = `${app.url}/api/shops/sandbox`
  await eventually(async () => {
    const { status } = await fetch(`${base}/payments/${uid}`)
    if (status !== 200) throw new Error(`the payment is not here: ${status}`)
  })
  return uid
}

async function unconfirmed(app: TestApplication): Promise<string> {
  const { fail, call } = checkoutClient(app)
  await fail({ kind: 'lost' })
  const { body } = await call('POST', '', { body: having({ description: 'Lost' }) })
  return String(body.current?.id)
}

const tokenization = {
  request: {
    amount: 100,
    currency: 'EUR',
    description: 'Membership',
    test: true,
    credit_card: {
      number: '4012000000001006',
      verification_value: '8473',
      holder: 'Maria Keller',
      exp_month: '1',
      exp_year: '2039',
    },
    additional_data: { contract: ['recurring'] },
  },
}

const sample = {
  kind: 'successful',
  amount: 1250,
  currency: 'EUR',
  description: 'Sample',
  tracking_id: '',
  uid: `sample-${crypto.randomUUID()}`,
  created_at: new Date().toISOString(),
  target: 'here',
}
