/** Creates customers for tests, through the API that the pages use. */
import type { APIRequestContext } from '@playwright/test'
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
