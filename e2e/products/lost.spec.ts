import type { Page } from '@playwright/test'
import { expect, test, type Options } from '../kit/fixtures'
import { make, read } from '../kit/products'

const headersOf = ({ username, password }: Options['sandbox']) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
})

/** Makes the next call to this endpoint fail with 500, without effect. */
async function breakNext(page: Page, sandbox: Options['sandbox'], endpoint: string) {
  const data = { endpoint, kind: 'status', status: 500, count: 1 }
  const ordered = await page.request.post('/sandbox/faults', { headers: headersOf(sandbox), data })
  expect(ordered.ok()).toBe(true)
}

test('an unanswered create is looked up, and repeated only if a person says so', async ({
  page,
  signIn,
  sandbox,
  expectErrors,
}) => {
  expectErrors(/status of (409|504)/)
  await signIn()
  const name = `Kettle ${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/shops/sandbox/products/new')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description', { exact: true }).fill('Steel')
  await page.getByLabel('Price', { exact: true }).fill('45')
  await breakNext(page, sandbox, 'products.create')
  const create = page.getByRole('button', { name: 'Create product' }).first()
  await create.click()
  const summary = page.getByRole('alert').filter({ hasText: 'needs attention' })
  await expect(summary).toContainText('did not say whether this was done')
  const way = page.getByRole('region', { name: 'What you can do' })
  await expect(way.getByRole('link', { name: 'Look in the list' })).toHaveAttribute('target', '_blank')

  // Pressing again only looks for the product and sends nothing.
  await create.click()
  await expect(summary).toContainText('did not say whether this was done')
  // The gateway may still be working on the request.
  const repeat = way.getByRole('button', { name: 'It is not there: make it again' })
  await repeat.click()
  await expect(summary).toContainText('less than a minute ago')
  // Like the form's own button, it leads to what has to be filled in.
  const description = page.getByLabel('Description', { exact: true })
  await description.fill('')
  await repeat.click()
  await expect(description).toBeFocused()
  const list = await page.request.get('/sandbox/products', { headers: headersOf(sandbox) })
  expect(await list.text()).not.toContain(name)
})

test('a price that may have changed in the list can be sent again', async ({
  page,
  signIn,
  sandbox,
  expectErrors,
}) => {
  expectErrors(/status of 504/)
  await signIn()
  const { id, name } = await make(page.request)
  await page.goto(`/shops/sandbox/products?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Change price of ${name}` }).click()
  const form = page.getByRole('dialog', { name: `Change price of ${name}` })
  await form.getByLabel('Price').fill('70')
  await breakNext(page, sandbox, 'products.update')
  await form.getByRole('button', { name: 'Save' }).click()
  const change = form.getByRole('button', { name: 'Change price' })
  await change.click()
  await expect(form.getByRole('alert').last()).toContainText('did not say whether this was saved')
  await change.click()
  await expect(form).toBeHidden()
  expect(await read(page.request, id)).toMatchObject({ amount: 7000 })
})
