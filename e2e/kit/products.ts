/** Creates products for tests through the API that the pages use. */
import type { APIRequestContext } from '@playwright/test'
import { expect } from './fixtures'

export type Made = { id: string; name: string; pay_url: string; confirm_url: string }

/** Creates an immortal product with a unique name: 65.00 EUR, 5 left, asks for an e-mail address. */
export async function make(request: APIRequestContext, fields: Record<string, unknown> = {}): Promise<Made> {
  const made = await request.post('/api/shops/sandbox/products', {
    data: {
      name: `Lamp ${crypto.randomUUID().slice(0, 8)}`,
      description: 'Brass, E27',
      currency: 'EUR',
      amount: 6500,
      quantity: 5,
      immortal: true,
      visible_fields: ['email'],
      ...fields,
    },
  })
  expect(made.status()).toBe(201)
  return (await made.json()) as Made
}

/** Reads the product from the back office's API. */
export const read = async (request: APIRequestContext, id: string) =>
  (await (await request.get(`/api/shops/sandbox/products/${id}`)).json()) as Record<string, unknown>
