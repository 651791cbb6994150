/** Creates checkouts for tests through the API that the pages use, and changes their state. */
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, type Options } from './fixtures'
import { cards, fillCard } from './payer'

export type MadeCheckout = { id: string; token: string; redirect_url: string; description: string }

type Parts = Record<string, unknown> & { order?: Record<string, unknown> }

/** Creates a checkout of 12.50 EUR with a unique description and the shop's notification address. */
export async function makeCheckout(request: APIRequestContext, parts: Parts = {}): Promise<MadeCheckout> {
  const { order, ...rest } = parts
  const made = await request.post('/api/shops/sandbox/checkouts', { data: await body(request, order, rest) })
  expect(made.status(), await made.text()).toBe(201)
  const { id, token, redirect_url } = (await made.json()) as Omit<MadeCheckout, 'description'>
  const { description } = (await readCheckout(request, id)) as { description: string }
  return { id, token, redirect_url, description }
}

async function body(request: APIRequestContext, order: Parts['order'], rest: Record<string, unknown>) {
  const shop = await request.get('/api/shops/sandbox')
  const { notification_url: notificationUrl } = (await shop.json()) as { notification_url: string }
  return {
    checkout: {
      transaction_type: 'payment',
      settings: { notification_url: notificationUrl },
      ...rest,
      order: {
        amount: 1250,
        currency: 'EUR',
        description: `Order ${crypto.randomUUID().slice(0, 8)}`,
        ...order,
      },
    },
  }
}

/** Reads the checkout from the back office's API. */
export const readCheckout = async (request: APIRequestContext, id: string) =>
  (await (await request.get(`/api/shops/sandbox/checkouts/${id}`)).json()) as Record<string, unknown>

/** Creates an unconfirmed checkout, which the sandbox does not create. Returns its ID in the back office. */
export async function loseCheckout(
  page: Page,
  sandbox: Options['sandbox'],
  description: string,
): Promise<string> {
  const fault = { endpoint: 'checkouts.create', kind: 'status', status: 500, count: 1 }
  const ordered = await page.request.post('/sandbox/faults', {
    headers: {
      authorization: `Basic ${Buffer.from(`${sandbox.username}:${sandbox.password}`).toString('base64')}`,
    },
    data: fault,
  })
  expect(ordered.ok()).toBe(true)
  const data = await body(page.request, { description }, {})
  const sent = await page.request.post('/api/shops/sandbox/checkouts', { data })
  expect(sent.status(), await sent.text()).toBe(504)
  const { current } = (await sent.json()) as { current: { id: string } }
  return current.id
}

/** Pays 12.50 EUR on the hosted page, in the customer's own window. */
export async function payCheckout(payer: Page, address: string, number = cards.success): Promise<void> {
  await payer.goto(address)
  await fillCard(payer, number)
  await payer.getByRole('button', { name: 'Pay €12.50' }).click()
  await expect(payer.getByRole('heading', { name: /Paid|Declined/ })).toBeVisible()
}
