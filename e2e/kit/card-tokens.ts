/** Card tokens for tests: created through the API that the pages use, and the form that takes a card. */
import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './fixtures'
import { cards } from './payer'

export const list = '/shops/sandbox/card-tokens'

export async function setPayments(
  request: APIRequestContext,
  change: Record<string, boolean>,
): Promise<void> {
  const settings = '/api/shops/sandbox/payment-settings'
  const { version } = (await (await request.get(settings)).json()) as { version: number }
  const set = await request.put(settings, { data: { ...change, version } })
  expect(set.status(), await set.text()).toBe(200)
}

/** Stores a card for a unique holder. The amount is random, so that the duplicate check accepts it. */
export async function tokenize(
  request: APIRequestContext,
  holder: string,
  customerId?: string,
): Promise<string> {
  const made = await request.post('/api/shops/sandbox/card-tokens', {
    data: {
      request: {
        amount: 100 + Math.floor(Math.random() * 1e8),
        currency: 'EUR',
        description: 'Membership',
        credit_card: {
          number: cards.success,
          verification_value: '111',
          holder,
          exp_month: '1',
          exp_year: '2039',
        },
        additional_data: { contract: ['recurring', 'oneclick'] },
      },
      customer_id: customerId,
    },
  })
  expect(made.status(), await made.text()).toBe(201)
  return ((await made.json()) as { id: string }).id
}

export async function typeCard(page: Page, number: string, holder: string): Promise<void> {
  await page.getByLabel('Card number').pressSequentially(number)
  await page.getByLabel('Name on the card').fill(holder)
  await page.getByLabel('Month').fill('1')
  await page.getByLabel('Year').fill('2039')
  await page.getByRole('textbox', { name: /^Security code/ }).fill('847')
  await page.getByLabel('Amount').fill((1 + Math.random() * 10_000).toFixed(2))
  await page.getByLabel('Description').fill('Membership')
}

export const send = (page: Page) =>
  page.getByRole('button', { name: 'Get the token' }).filter({ visible: true })
