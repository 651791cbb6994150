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

/** Creates products that share a unique word in their names: 10.50 EUR, 40 left. Returns the word. */
export async function makeSome(request: APIRequestContext, names: readonly string[]): Promise<string> {
  const word = `batch${crypto.randomUUID().slice(0, 6)}`
  for (const name of names)
    await make(request, {
      name: name === '' ? word : `${name} ${word}`,
      description: 'Made to be changed',
      amount: 1050,
      quantity: 40,
    })
  return word
}

type Item = { id: string; name: string; amount: number; quantity: number }

/** Lists the products that a search for the word finds, by name. */
export async function productsWith(request: APIRequestContext, word: string): Promise<Item[]> {
  const answer = await request.get(`/api/shops/sandbox/products?q=${word}&sort=name&limit=100`)
  return ((await answer.json()) as { items: Item[] }).items
}
