import 'server-only'
import { expect } from 'vitest'
import type { CheckoutDetail, CheckoutPage } from '@/lib/checkouts/schema'
import type { Problem } from '@/lib/core/api/problem'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { secretKey } from '@/lib/core/server/shop/load'
import type { TestApplication } from './application'
import { apiOf, browser } from './browser'

/** For tests: an order, and a checkout with only the required fields. */
export const order = { amount: 14990, currency: 'EUR', description: 'Order 2026-1142, three items' }
export const payment = { checkout: { transaction_type: 'payment', order } }
export const having = (fields: object, rest: object = {}) => ({
  checkout: { ...payment.checkout, ...rest, order: { ...order, ...fields } },
})

type Options = { body?: unknown; as?: SignedIn; headers?: Record<string, string> }

/** For tests: actions of a browser, a customer and the gateway on checkouts. */
export function checkoutClient(app: TestApplication) {
  const api = apiOf(app, '/api/shops/sandbox/checkouts')
  const call = <Body = Problem>(method: string, path: string, { body, as, headers }: Options = {}) => {
    browser.person = as ?? app.owner.actor
    return api<Body>(method, path, body, headers)
  }
  const make = async (body: unknown = payment) => {
    const made = await call<CheckoutDetail>('POST', '', { body })
    expect(made.status).toBe(201)
    return made.body
  }
  const read = async (id: string) => (await call<CheckoutDetail>('GET', `/${id}`)).body
  const list = async (query: string) => (await call<CheckoutPage>('GET', query)).body
  const authorization = () =>
    `Basic ${Buffer.from(`${app.owner.shop.gatewayShopId}:${secretKey(app.owner)}`).toString('base64')}`
  const fail = (fault: object) =>
    fetch(`${app.url}/sandbox/faults`, {
      method: 'POST',
      headers: { authorization: authorization(), 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint: 'checkouts.create', ...fault }),
    })
  const hook = () => `${app.url}/api/hooks/${app.owner.shop.hookKey}/notification`
  const notify = (body: object, { trusted = true } = {}) =>
    fetch(hook(), {
      method: 'POST',
      headers: trusted ? { authorization: authorization() } : {},
      body: JSON.stringify(body),
    })
  const pay = (token: string | null, form: object = {}) =>
    fetch(`${app.url}/sandbox/v2/checkout/${token}/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        attempt: crypto.randomUUID(),
        number: '4200 0000 0000 0000',
        expiry: '12/39',
        verification_value: '111',
        holder: 'Maria Keller',
        ...form,
      }),
    })
  return { call, make, read, list, fail, hook, notify, pay }
}
