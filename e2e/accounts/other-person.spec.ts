/** Pages that outlast the session of the person they were rendered for. */
import { expect, test } from '../kit/fixtures'
import { hydrated } from '../kit/page'
import { again, create, fillCustomer, loseSession, own } from '../kit/session'

test('a page of one person does not act for another one who signed in since', async ({
  page,
  owner,
  signIn,
  browser,
  baseURL,
  expectErrors,
}) => {
  expectErrors(/401/)
  await signIn()
  const other = { email: `${own()}@shop.example`, name: 'Sam', password: 'a password for somebody else' }
  const invitation = { email: other.email, name: other.name, role: 'owner' }
  const invited = await page.request.post('/api/shops/sandbox/invitations', { data: invitation })
  const { url } = (await invited.json()) as { url: string }
  const elsewhere = await browser.newContext({ baseURL })
  const answer = { token: url.split('#').at(-1), name: other.name, password: other.password }
  expect((await elsewhere.request.post('/api/invitations/accept', { data: answer })).status()).toBe(200)
  await elsewhere.close()

  const heading = await fillCustomer(page)
  await signIn(other)
  await create(page).click()
  await again(page).getByLabel('Password').fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  const acted = await page.request.get('/api/shops/sandbox/activity?limit=20')
  const { items } = (await acted.json()) as { items: { kind: string; by: string }[] }
  expect(items.find(({ kind }) => kind === 'customer.created')?.by).toBe('Owner')
})

test('a page that the browser kept is read again, so that Back shows nothing after signing out', async ({
  page,
  signIn,
  expectErrors,
}) => {
  expectErrors(/401/)
  await signIn()
  await page.goto('/shops/sandbox/customers')
  await hydrated(page.getByRole('link', { name: 'Customers', exact: true }).first())
  await loseSession(page)
  // Playwright turns off the back/forward cache. This is the event that a page gets when restored from it.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page).toHaveURL(/\/sign-in/)
})

test('a download runs for the person of its page alone', async ({ page, owner, signIn, expectErrors }) => {
  expectErrors(/401/)
  await signIn()
  await page.goto('/shops/sandbox/payments/report')
  const download = page.getByRole('link', { name: 'Download' })
  await expect(download).toBeVisible()
  await loseSession(page)
  await download.click()
  await again(page).getByLabel('Password').fill(owner.password)
  const file = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)
})

test('after signing out on its page, neither Back nor a sign-in leads to it', async ({
  page,
  owner,
  signIn,
}) => {
  await signIn()
  await page.goto('/shops/sandbox/products')
  await page.goto('/sign-out')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/sign-in\?.*products$/)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
})
