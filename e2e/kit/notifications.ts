/**
 * Creates notifications for tests: by a real payment in the sandbox, or posted like a gateway's, with its credentials.
 */
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, type Options } from './fixtures'
import { cards } from './payer'

export interface Sold {
  id: string
  name: string
}

/** Creates a product for 12.50 EUR with a unique name. */
export async function makeProduct(request: APIRequestContext): Promise<Sold> {
  const name = `Bookmark ${crypto.randomUUID().slice(0, 8)}`
  const made = await request.post('/api/shops/sandbox/products', {
    data: { name, description: 'Brass', currency: 'EUR', amount: 1250, infinite: true, immortal: true },
  })
  expect(made.status(), await made.text()).toBe(201)
  return { id: ((await made.json()) as { id: string }).id, name }
}

/** Pays for a product; the sandbox sends the notification. */
export async function pay(request: APIRequestContext, { id }: Sold, number = cards.success): Promise<void> {
  const paid = await request.post(`/sandbox/products/${id}/payments`, {
    data: {
      attempt: crypto.randomUUID(),
      number,
      expiry: '12/39',
      verification_value: '111',
      holder: 'A BUYER',
    },
  })
  expect(paid.ok(), await paid.text()).toBe(true)
}

/** Posts a body to the shop's notification address, with the shop's credentials if given. */
export async function post(
  request: APIRequestContext,
  data: string,
  shop?: Options['sandbox'],
): Promise<void> {
  const described = await request.get('/api/shops/sandbox')
  const { notification_url: address } = (await described.json()) as { notification_url: string }
  const basic = shop && Buffer.from(`${shop.username}:${shop.password}`).toString('base64')
  const answer = await request.post(address, {
    headers: { 'content-type': 'application/json', ...(basic && { authorization: `Basic ${basic}` }) },
    data,
  })
  expect(answer.status()).toBe(200)
}

/** Returns the body of a notification that links to nothing; `own` is in its description. */
export const transaction = (own: string, parts: Record<string, unknown> = {}) =>
  JSON.stringify({
    transaction: {
      uid: crypto.randomUUID(),
      status: 'successful',
      type: 'payment',
      amount: 14990,
      currency: 'EUR',
      description: own,
      ...parts,
    },
  })

/** Waits for a notification that matches the search, and the status if given, and returns its ID. */
export async function idOf(request: APIRequestContext, q: string, status?: string): Promise<string> {
  const asked = new URLSearchParams({ q, ...(status && { status }) })
  let id: string | undefined
  await expect(async () => {
    const found = await request.get(`/api/shops/sandbox/notifications?${asked}`)
    id = ((await found.json()) as { items: { id: string }[] }).items[0]?.id
    expect(id).toBeDefined()
  }).toPass()
  return id ?? ''
}

export const list = '/shops/sandbox/notifications'
/** The address of the list, filtered by a search. */
export const only = (q: string) => `${list}?q=${encodeURIComponent(q)}`
export const rowsOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
/** A text that no other test uses. */
export const own = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`
