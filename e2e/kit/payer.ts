/** Creates products and checkouts through the sandbox's API, and fills in the payer pages. */
import type { APIRequestContext, FrameLocator, Locator, Page } from '@playwright/test'
import { expect } from './fixtures'

/** A merchant's return address that has a query. */
export const back = 'https://shop.example/back?order=7'

export const cards = {
  success: '4200000000000000',
  declined: '4005550000000019',
  frictionless: '4012000000001006',
  challenge: '4012000000001097',
}

export interface Shop {
  username: string
  password: string
}

const authorization = ({ username, password }: Shop) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

async function post(
  request: APIRequestContext,
  shop: Shop,
  path: string,
  data: unknown,
): Promise<Record<string, unknown>> {
  const answer = await request.post(`/sandbox${path}`, {
    headers: {
      Authorization: authorization(shop),
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'X-API-Version': '2',
    },
    data,
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Record<string, unknown>
}

type Checkout = Record<string, unknown> & {
  order?: Record<string, unknown>
  settings?: Record<string, unknown>
}

/** Creates a payment token over 12.50 EUR. Returns the address of its hosted page. */
export async function checkout(
  request: APIRequestContext,
  shop: Shop,
  parts: Checkout = {},
): Promise<string> {
  const { order, ...rest } = parts
  const made = await post(request, shop, '/ctp/api/checkouts', {
    checkout: {
      transaction_type: 'payment',
      order: { amount: 1250, currency: 'EUR', description: 'Order 17', ...order },
      ...rest,
    },
  })
  return (made.checkout as { redirect_url: string }).redirect_url
}

export async function cardToken(request: APIRequestContext, shop: Shop, number: string): Promise<string> {
  const made = await post(request, shop, '/transactions/tokenizations', {
    request: {
      amount: 100 + Math.floor(Math.random() * 1e6),
      currency: 'EUR',
      description: 'Card',
      duplicate_check: false,
      credit_card: {
        number,
        verification_value: '111',
        holder: 'A BUYER',
        exp_month: '12',
        exp_year: '2039',
      },
      additional_data: { contract: ['recurring'] },
    },
  })
  return (made.transaction as { credit_card: { token: string } }).credit_card.token
}

/** Creates a product for 12.50 EUR. Returns its addresses. */
export async function product(
  request: APIRequestContext,
  shop: Shop,
  parts: Record<string, unknown> = {},
): Promise<{ pay_url: string; confirm_url: string }> {
  const made = await post(request, shop, '/products', {
    name: 'Bookmark',
    description: 'Brass, engraved',
    currency: 'EUR',
    amount: '1250',
    infinite: true,
    immortal: true,
    language: 'en',
    ...parts,
  })
  return made as { pay_url: string; confirm_url: string }
}

/** Fills in the card fields. Finds them by autofill tokens, which are the same in every language. */
export async function fillCard(
  page: Page | FrameLocator,
  number: string,
  { holder = true } = {},
): Promise<void> {
  await page.locator('[autocomplete=cc-number]').fill(number)
  await page.locator('[autocomplete=cc-exp]').fill('12/39')
  await page.locator('[autocomplete=cc-csc]').fill('111')
  if (holder) await page.locator('[autocomplete=cc-name]').fill('A BUYER')
}

/** Stands in for the merchant's site. */
export async function answerAsShop(page: Page): Promise<void> {
  await page.route('https://shop.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Shop</title><h1>The shop</h1>' }),
  )
}

/** Presses until `seen` is visible: a press before hydration sends nothing. */
export async function sendUntil(seen: Locator, press: () => Promise<void>): Promise<void> {
  await expect(async () => {
    if (!(await seen.isVisible())) await press()
    await expect(seen).toBeVisible({ timeout: 2_000 })
  }).toPass()
}
