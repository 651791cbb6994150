import { expect, test } from './kit/fixtures'
import { hold, hydrated } from './kit/page'

const scripts = '**/_next/static/**/*.js'

test('text typed while the palette loads is searched, and triggers no shortcut', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/products', { waitUntil: 'networkidle' })
  const release = await hold(page, scripts)
  await page.keyboard.press('ControlOrMeta+k')
  // N would create a product.
  await page.keyboard.type('n-gift')
  for (const _ of 'n-gift') await page.keyboard.press('Backspace')
  await page.keyboard.type('gift')
  release()
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await expect(palette.getByRole('textbox').or(palette.getByRole('searchbox'))).toHaveValue('gift')
  await expect(palette.getByRole('menuitem', { name: /Gift card 25/ })).toBeVisible()
  await expect(page).toHaveURL(/\/products$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Gift card 25' })).toBeVisible()
})

test('Enter that is pressed while the palette loads opens the page that was typed', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/shops/sandbox/products', { waitUntil: 'networkidle' })
  const release = await hold(page, scripts)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('Payments')
  await page.keyboard.press('Enter')
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
})

test('text typed before hydration is kept', async ({ page, signIn }) => {
  await signIn()
  const release = await hold(page, scripts)
  await page.goto('/shops/sandbox/products/new', { waitUntil: 'commit' })
  await page.getByLabel('Name', { exact: true }).fill('Typed early')
  await page.getByLabel('Price', { exact: true }).fill('3.50')
  release()
  await expect(page.getByText('will send 350 EUR (minor units)')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed early')
})

test('both days that are typed before the report has come alive count', async ({ page, signIn }) => {
  await signIn()
  const release = await hold(page, scripts)
  await page.goto('/shops/sandbox/payments/report', { waitUntil: 'commit' })
  await page.getByLabel('From').fill('2015-02-16')
  await page.getByLabel('To', { exact: true }).fill('2015-02-17')
  release()
  await expect(page).toHaveURL(/from=2015-02-16.*to=2015-02-17/)
})

test('a day that is typed before the report arrives stays, and counts with the other one', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/shops/sandbox/payments')
  const release = await hold(page, '**/api/shops/sandbox/payments/report?*')
  await page.getByRole('link', { name: 'Report' }).click()
  await page.getByLabel('From').fill('2015-02-16')
  release()
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(/^20/)
  await expect(page.getByLabel('From')).toHaveValue('2015-02-16')
  await page.getByLabel('To', { exact: true }).fill('2015-02-17')
  await expect(page).toHaveURL(/from=2015-02-16.*to=2015-02-17/)
  await expect(page.getByLabel('To', { exact: true })).toBeFocused()
  await page.goBack()
  await expect(page.getByLabel('From')).not.toHaveValue('2015-02-16')
})

test('a press before hydration sends nothing, and changes no address', async ({ page }) => {
  const release = await hold(page, scripts)
  await page.goto('/sign-in', { waitUntil: 'commit' })
  await page.getByLabel('E-mail').fill('owner@localhost')
  await page.getByLabel('Password').fill('a secret')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(page.getByLabel('Password')).toHaveValue('a secret')
  release()
})

test('a press before hydration takes effect once after it', async ({ page, signIn }) => {
  await signIn()
  const release = await hold(page, scripts)
  await page.goto('/shops/sandbox/products', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: /^Theme/ }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  release()
  await expect(page.getByRole('menu', { name: 'Theme' })).toBeVisible()
  await expect(page.getByRole('menu')).toHaveCount(1)
})

test('a page that takes its time is said to be on its way', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/products')
  // Before that, a click on a link loads the other page's document.
  await hydrated(page.getByRole('link', { name: 'Customers' }))
  const release = await hold(page, '**/shops/sandbox/customers**')
  const onItsWay = page.getByRole('progressbar', { name: 'The page is loading' })
  await expect(onItsWay).toHaveCount(0)
  await page.getByRole('link', { name: 'Customers' }).click()
  await expect(onItsWay).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  await expect(onItsWay).toHaveCount(0)
})
