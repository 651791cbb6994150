/** The form of a new checkout: its fields, and what it sends. */
import type { Locator, Page } from '@playwright/test'
import { readCheckout } from './checkouts'
import type { Options } from './fixtures'

export const own = () => crypto.randomUUID().slice(0, 8)
export const address = '/shops/sandbox/checkouts/new'
export const box = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('textbox', { name, exact: typeof name === 'string' })
export const create = (page: Page) => page.getByRole('button', { name: 'Create link' }).first()
export const part = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) })
export const editor = (page: Page) => page.getByRole('textbox', { name: 'Request as JSON' })
export const request = async (page: Page) =>
  JSON.parse(await editor(page).inputValue()) as { checkout: Record<string, unknown> }

export async function choose(page: Page, button: string | RegExp, option: string | RegExp) {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('option', { name: option }).click()
}
/** Chooses from a long list by typing. */
export async function find(page: Page, button: string | RegExp, text: string, option: string | RegExp) {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('combobox', { name: 'Find in the list' }).fill(text)
  await page.getByRole('option', { name: option }).click()
}
export async function createdId(page: Page): Promise<string> {
  await page.waitForURL(/\/checkouts\/[\da-f]{8}-[\da-f-]{27}$/)
  return page.url().split('/').at(-1) ?? ''
}
export const sentOf = async (page: Page, id: string) =>
  ((await readCheckout(page.request, id)) as { request: { checkout: Record<string, unknown> } }).request
    .checkout
/** Returns the checkout as the gateway stored it. */
export async function atGateway(page: Page, id: string, { username, password }: Options['sandbox']) {
  const { token } = (await readCheckout(page.request, id)) as { token: string }
  const answer = await page.request.get(`/sandbox/ctp/api/checkouts/${token}`, {
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      accept: 'application/json',
      'x-api-version': '2',
    },
  })
  return ((await answer.json()) as { checkout: Record<string, unknown> }).checkout
}
