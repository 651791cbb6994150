/** Presses and typing on a page before hydration. */
import { expect, test } from './kit/fixtures'
import { hold, hydrated } from './kit/page'
import { make } from './kit/products'

const scripts = '**/_next/static/**/*.js'

test('presses before hydration are repeated after it, in order and once', async ({ page, signIn }) => {
  await signIn()
  const release = await hold(page, scripts)
  await page.goto('/shops/sandbox/checkouts/new', { waitUntil: 'commit' })
  const part = (title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) })
  for (const title of ['After payment', 'Payment methods', 'Payment methods', 'After payment'])
    await part(title).click()
  await expect(part('After payment')).toHaveAttribute('aria-expanded', 'false')
  release()
  await expect(page.getByLabel('Page after success')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Only these methods' })).toBeVisible()
  // A button pressed more than once is replayed at its last place in the order.
  await expect(part('After payment')).toBeFocused()
})

test('a press on a list in which nothing is found takes effect after hydration', async ({ page, signIn }) => {
  await signIn()
  const { id, name } = await make(page.request)
  expect((await page.request.post(`/api/shops/sandbox/products/${id}/archive`)).ok()).toBe(true)
  const release = await hold(page, scripts)
  await page.goto(`/shops/sandbox/products?q=${encodeURIComponent(name)}`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Search archived too' }).click()
  release()
  await expect(page.getByRole('button', { name: `Open again: ${name}` })).toBeVisible()
})

test('a field that is used before hydration keeps its text and the focus', async ({ page, signIn }) => {
  await signIn()
  const { id, name } = await make(page.request)
  const release = await hold(page, scripts)
  await page.goto(`/shops/sandbox/products/${id}/edit`, { waitUntil: 'commit' })
  const price = page.getByLabel('Price', { exact: true })
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await price.fill('7')
  release()
  await expect(page.getByText('€7.00, will send 700 EUR')).toBeVisible()
  await page.keyboard.type('0')
  await expect(page.getByText('€70.00, will send 7000 EUR')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
})

test('a password that is typed while the page hydrates stays in its field', async ({ page }) => {
  const release = await hold(page, scripts)
  await page.goto('/sign-in', { waitUntil: 'commit' })
  const password = page.getByLabel('Password', { exact: true })
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await password.focus()
  release()
  await hydrated(password)
  await page.keyboard.type('secret')
  await expect(password).toHaveValue('secret')
  await expect(page.getByLabel('E-mail')).toHaveValue('')
})
