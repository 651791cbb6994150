import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll } from 'vitest'
import type { JobSubject } from '@/lib/jobs/import-targets'
import type { JobDetail, JobRowPage } from '@/lib/jobs/schema'
import { jobs } from '@/lib/jobs/server/tables'
import type { ProductCreateInput, ProductReply } from '@/lib/gateway/products/product'
import { productCreate } from '@/lib/gateway/products/product'
import { forgetGates } from '@/lib/gateway/client/testing'
import { readAtGateway, updateAtGateway } from '@/lib/gateway/client/endpoints'
import { createProduct } from '@/lib/products/server/changing/create'
import { secretKey } from '@/lib/core/server/shop/load'
import { eventually } from '@/lib/testing/eventually'
import { opened } from '@/lib/testing/opened'
import type { EngineKind } from '@/lib/db/testing'
import { testApplication, type TestApplication } from './application'
import { browser } from './browser'

const sample = (fields: Partial<ProductCreateInput> = {}): ProductCreateInput => ({
  name: 'Paper',
  description: 'Laid',
  currency: 'EUR',
  amount: 6500,
  quantity: 10,
  expired_at: '2030-01-01T12:00:00+05:30',
  ...fields,
})

export const csvHeader = 'name,description,currency,price,quantity,expired_at'
export const csvLines = (...names: string[]) =>
  names.map((name) => `${name},Laid,EUR,12.50,3,2030-01-01T00:00:00Z`)

/** For tests: a customer file. Customers have no contact data in common unless given. */
export const customerHeader = 'first_name,email,phone,external_id,country,ip'
export const customersFile = (...lines: string[]) => [customerHeader, ...lines].join('\n')
export const customerLine = (name: string, more: { email?: string; phone?: string; id?: string } = {}) =>
  `${name},${more.email ?? `${name.toLowerCase().replace(/\W/g, '.')}@reader.example`},${more.phone ?? ''},${more.id ?? ''},Germany,192.0.2.7`

/** For tests: what a browser does with jobs on `of`, and what happens at the gateway. */
export function jobClient(app: TestApplication, of: JobSubject = 'products') {
  const shopUrl = `${app.url}/api/shops/${app.owner.shop.id}`
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${shopUrl}${path}`, {
      method,
      headers,
      body:
        body === undefined || typeof body === 'string' || body instanceof Uint8Array
          ? body
          : JSON.stringify(body),
      duplex: 'half',
    } as RequestInit)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: (isJson ? JSON.parse(text) : null) as unknown,
    }
  }
  const job = async (id: string): Promise<JobDetail> => (await call('GET', `/jobs/${id}`)).json as JobDetail
  const until = (id: string, ...states: JobDetail['state'][]) =>
    eventually(async () => {
      const now = await job(id)
      if (!states.includes(now.state)) throw new Error(`${now.state}: ${JSON.stringify(now)}`)
      return now
    })
  return {
    call,
    job,
    until,
    rows: async (id: string, state?: string) =>
      ((await call('GET', `/jobs/${id}/rows?limit=200${state ? `&state=${state}` : ''}`)).json as JobRowPage)
        .items,
    load: async (file: string | Uint8Array, query = ''): Promise<JobDetail> => {
      const { status, json } = await call('POST', `/${of}/import${query}`, file)
      if (status !== 202) throw new Error(JSON.stringify(json))
      return until((json as JobDetail).id, 'planned')
    },
    run: async (id: string): Promise<JobDetail> => {
      const { status, text } = await call('POST', `/jobs/${id}/run`)
      if (status !== 200) throw new Error(text)
      return until(id, 'done')
    },
    plan: async (operation: unknown, selection: unknown): Promise<JobDetail> => {
      const { json, status } = await call('POST', '/products/bulk', { operation, selection })
      if (status !== 202) throw new Error(JSON.stringify(json))
      return eventually(async () => {
        const now = await job((json as JobDetail).id)
        if (now.state === 'planning') throw new Error('still planning')
        return now
      })
    },
    /** Acts as if the process with the job had stopped and its lease had run out. */
    abandon: (id: string) =>
      app.engine.db
        .update(jobs)
        .set({
          state: 'running',
          startedAt: new Date(),
          lease: crypto.randomUUID(),
          leaseEndsAt: sql`now() - interval '1 second'`,
        })
        .where(app.whereShop(jobs, eq(jobs.id, id))),
    ...gatewaySide(app, of),
  }
}

/**
 * For tests: an application whose owner signs in before the tests, and a client of its jobs on `of`. Repairs the gateway
 * after each test.
 */
export function testJobs(kind: EngineKind, of?: JobSubject) {
  const app = testApplication(kind)
  const client = opened(() => jobClient(app, of))
  beforeAll(() => void (browser.person = app.owner.actor))
  afterEach(() => client.repair())
  return { app, client }
}

/** Reads and changes data at the gateway, and makes it fail. */
function gatewaySide(app: TestApplication, of: JobSubject) {
  return {
    make: (fields: Partial<ProductCreateInput> = {}) =>
      createProduct(app.owner, productCreate.parse(sample(fields))),
    atGateway: (id: string): Promise<ProductReply> => readAtGateway(app.owner, id),
    changeElsewhere: (id: string, change: Parameters<typeof updateAtGateway>[2]) =>
      updateAtGateway(app.owner, id, change),
    fault: async (fault: Record<string, unknown>) => {
      const response = await fetch(`${app.url}/sandbox/faults`, {
        method: 'POST',
        headers: { authorization: credentials(app), 'content-type': 'application/json' },
        body: JSON.stringify(fault),
      })
      if (response.status !== 201) throw new Error(await response.text())
    },
    repair: async () => {
      await fetch(`${app.url}/sandbox/faults`, {
        method: 'DELETE',
        headers: { authorization: credentials(app) },
      })
      forgetGates()
    },
    countAtGateway: async (): Promise<number> => {
      // The gateway does not list checkouts, so count the sandbox's own table.
      if (of === 'checkouts') return app.engine.db.$count(sql`sandbox.checkouts`)
      const response = await fetch(`${app.url}/sandbox/${of}`, {
        headers: { authorization: credentials(app) },
      })
      return ((await response.json()) as unknown[]).length
    },
  }
}

const credentials = ({ owner }: TestApplication): string =>
  `Basic ${Buffer.from(`${owner.shop.gatewayShopId}:${secretKey(owner)}`).toString('base64')}`
