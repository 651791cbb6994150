/** Creates customers and a person of support for tests, through the API that the pages use. */
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { expect } from './fixtures'

export type MadeCustomer = { id: string; email: string; first_name: string; last_name: string }

export async function makeCustomer(
  request: APIRequestContext,
  fields: Record<string, unknown> = {},
): Promise<MadeCustomer> {
  const own = crypto.randomUUID().slice(0, 8)
  const made = await request.post('/api/shops/sandbox/customers', {
    data: {
      email: `maria.${own}@example.com`,
      ip: '203.0.113.7',
      first_name: 'Maria',
      last_name: `K${own}`,
      ...fields,
    },
  })
  expect(made.status()).toBe(201)
  return (await made.json()) as MadeCustomer
}

/** Pays for a product with this e-mail address. */
export async function pay(
  request: APIRequestContext,
  product: string,
  email: string,
  number = '4200000000000000',
) {
  const paid = await request.post(`/sandbox/products/${product}/payments`, {
    data: {
      attempt: crypto.randomUUID(),
      number,
      expiry: '12/39',
      verification_value: '111',
      holder: 'A BUYER',
      email,
    },
  })
  expect(paid.status()).toBe(201)
}

/** Invites a person of support and returns a page signed in as them, in a browser context of their own. */
export async function supportOf(browser: Browser, owner: Page, baseURL = ''): Promise<Page> {
  const email = `support.${crypto.randomUUID().slice(0, 8)}@shop.example`
  const password = 'a password for support'
  const invited = await owner.request.post('/api/shops/sandbox/invitations', {
    data: { email, name: 'Sam Support', role: 'support' },
  })
  const { url } = (await invited.json()) as { url: string }
  const page = await (await browser.newContext({ baseURL })).newPage()
  const token = url.split('#').at(-1)
  const joined = await page.request.post('/api/invitations/accept', {
    data: { token, name: 'Sam Support', password },
  })
  expect(joined.ok()).toBe(true)
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((at) => !at.pathname.startsWith('/sign-in'))
  return page
}
