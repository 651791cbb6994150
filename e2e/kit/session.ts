/** A form that is being filled in when the session ends, and the sign-in shown instead. */
import type { Page } from '@playwright/test'

const newCustomer = '/shops/sandbox/customers/new'
export const own = () => Math.random().toString(36).slice(2, 8)

/**
 * Fills in the form, and waits until the page has queried duplicates: refused later, that query would open the sign-in
 * before the order does. Returns the heading of the customer's page.
 */
export async function fillCustomer(page: Page): Promise<string> {
  const name = own()
  await page.goto(newCustomer)
  await page.getByLabel('First name').fill('Anna')
  await page.getByLabel('Last name').fill(name)
  await page.getByLabel('IP address').fill('203.0.113.9')
  const asked = page.waitForResponse((answer) => isQuestion(answer.url()))
  await page.getByLabel('E-mail').fill(`anna.${name}@example.com`)
  await asked
  return `Anna ${name}`
}
const isQuestion = (url: string) => url.includes('/api/shops/sandbox/customers/duplicates?')
export const create = (page: Page) => page.getByRole('button', { name: 'Create customer' }).first()
export const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in to go on' })

/** Ends the session as after long inactivity; the browser stays known. */
export const loseSession = (page: Page) => page.context().clearCookies({ name: 'next-auth.session-token' })
