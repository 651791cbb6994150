import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './kit/accessible'
import { expect, test } from './kit/fixtures'
import { make, read } from './kit/products'

const summaryOf = (page: Page, heading: string) => page.getByRole('alert').filter({ hasText: heading })
const submitOf = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Create product' })

const selected = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement
    if (!(field instanceof HTMLInputElement)) return null
    return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
  })

test('the summary gives the reason that the field gives', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/products/new')
  const price = page.getByLabel('Price', { exact: true })
  const reasons = [
    ['12.3456', 'EUR has 2 decimals, and this has more'],
    ['abc', 'Not an amount'],
    ['0,001', 'EUR has 2 decimals, and this has more'],
  ] as const
  for (const [typed, reason] of reasons) {
    await price.fill(typed)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('button', { name: `Price: ${reason}` })).toBeVisible()
    await expect(price).toHaveAccessibleDescription(new RegExp(`^${reason}`))
  }
  await page.getByRole('button', { name: 'Price: EUR has 2 decimals' }).click()
  await expect(price).toBeFocused()
  expect(await selected(page)).toBe('0,001')
})

test('a page that is a form is sent by its last button, and by its keys from anywhere', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/shops/sandbox/products/new')
  const summary = summaryOf(page, 'need attention')
  await expect(submitOf(page)).toHaveCount(1)
  // Hydration may move the focus in between.
  await expect(async () => {
    await page.getByRole('button', { name: /^Further/ }).focus()
    await page.keyboard.press('Tab')
    await expect(submitOf(page)).toBeFocused({ timeout: 1_000 })
  }).toPass()

  // Ctrl+Enter sends nothing while a dialog is open.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(summary).toHaveCount(0)

  await page.getByRole('button', { name: 'Theme' }).focus()
  await page.keyboard.press('Control+Enter')
  await expect(summary).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()

  await page.setViewportSize({ width: 360, height: 800 })
  await expect(submitOf(page)).toHaveCount(1)
  await expectNoSidewaysScroll(page, 'new product')
})

test('Enter with a wrong price or stock goes back to it', async ({ page, signIn }) => {
  await signIn()
  const { name } = await make(page.request)
  await page.goto(`/shops/sandbox/products?q=${encodeURIComponent(name)}`)
  for (const [what, label, reason] of [
    ['price', 'Price', /Not an amount/],
    ['stock', 'Quantity', /Not a number/],
  ] as const) {
    await page.getByRole('button', { name: `Change ${what} of ${name}` }).click()
    const field = page.getByRole('dialog', { name: `Change ${what} of ${name}` }).getByLabel(label)
    await field.fill('abc')
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription(reason)
    await expect(field).toBeFocused()
    expect(await selected(page)).toBe('abc')
    await page.keyboard.press('Escape')
  }
})

test('a wrong password is there to be typed over', async ({ page, owner, expectErrors }) => {
  expectErrors(/401/)
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(owner.email)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('wrong')
  await password.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'wrong' })).toBeVisible()
  await expect(password).toBeFocused()
  expect(await selected(page)).toBe('wrong')
})

test('of several forms the focused one gets the shortcuts, and changed values stand out', async ({
  page,
  signIn,
}) => {
  await signIn()
  for (const settings of ['alerts', 'notifications']) {
    await page.goto(`/shops/sandbox/settings/${settings}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('switch').first()).toBeVisible()
    const hints = main.locator('button[type=submit] kbd')
    await expect(hints).toHaveCount(0)
    const form = main
      .locator('form')
      .filter({ has: page.getByRole('switch') })
      .first()
    const button = form.locator('button[type=submit]')
    const quiet = await colourOf(button)
    await form.getByRole('switch').first().focus()
    await expect(hints).toHaveCount(1)
    await expect(button.locator('kbd')).toBeVisible()
    await page.keyboard.press('Space')
    await expect.poll(() => colourOf(button)).not.toBe(quiet)
    await expectAccessible(page, settings)
    await page.keyboard.press('Space')
    await expect.poll(() => colourOf(button)).toBe(quiet)
  }
})

const colourOf = (button: ReturnType<Page['locator']>) =>
  button.evaluate((element) => getComputedStyle(element).backgroundColor)

test('a create that failed during an outage is sent again as the same request', async ({
  page,
  signIn,
  expectErrors,
}) => {
  expectErrors(/503/)
  await signIn()
  const keys: (string | undefined)[] = []
  await page.route('**/api/shops/sandbox/products', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    const title = 'The gateway cannot be reached'
    const problem = { type: 'about:blank', status: 503, code: 'gateway_unavailable', title }
    return route.fulfill({ status: 503, contentType: 'application/problem+json', json: problem })
  })
  await page.goto('/shops/sandbox/products/new')
  const name = `Kettle ${crypto.randomUUID().slice(0, 8)}`
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description', { exact: true }).fill('Steel')
  await page.getByLabel('Price', { exact: true }).fill('45')
  await page.keyboard.press('Control+Enter')
  const summary = summaryOf(page, 'Not created')
  await expect(summary).toContainText('The gateway cannot be reached. Nothing was created.')
  await expect(summary).not.toContainText('attention')
  await expectAccessible(page, 'not created')
  await summary.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
})

test('an expiry in UTC is taken, and sent as the gateway wants it', async ({ page, signIn }) => {
  await signIn()
  const { id } = await make(page.request, { immortal: false, expired_at: '2039-01-01T12:00:00.000Z' })
  expect(await read(page.request, id)).toMatchObject({ expired_at: '2039-01-01T12:00:00+00:00' })
  const changed = await page.request.patch(`/api/shops/sandbox/products/${id}`, {
    data: { expired_at: '2039-02-01T12:00:00Z' },
  })
  expect(await changed.json()).toMatchObject({ expired_at: '2039-02-01T12:00:00+00:00' })
})
