import { looks } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'

const path = '/shops/sandbox/settings/payments'

test('page defaults are saved once, and new checkouts and products begin with them', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto(path)
  const settings = page.getByRole('region', { name: 'Payment page', exact: true })
  const back = settings.getByLabel('Return page')
  const save = page.getByRole('button', { name: 'Save payment page' })
  await settings.getByLabel('Page after success').fill('https://shop.example/paid')
  await back.fill('shop.example/back')
  await expect(settings.getByLabel('Page after success')).toHaveCount(0)
  await save.click()
  await expect(settings.getByText('A full address, beginning with https:// or http://')).toBeVisible()
  await expect(back).toHaveValue('shop.example/back')
  await back.fill('https://shop.example/back')
  await settings.getByRole('button', { name: /Language/ }).click()
  await page.getByRole('combobox', { name: 'Find in the list' }).fill('German')
  await page.getByRole('option', { name: /German/ }).click()
  const seen = settings.getByRole('group', { name: 'Fields the customer sees' })
  await seen.getByText('E-mail').click()
  await save.click()
  await expect(page.getByText('Saved. New checkouts and products start with this.')).toBeVisible()
  const form = page.locator('form').filter({ has: save })
  await expect(form.getByText(/^Changed by Owner/)).toBeVisible()

  await page.goto('/shops/sandbox/checkouts/new')
  await expect(page.getByLabel('Attempts')).toHaveAccessibleName('Attempts default of this shop')
  await page.getByRole('button', { name: /After payment/ }).click()
  const returnPage = page.getByRole('textbox', { name: /^Return page/ })
  await expect(returnPage).toHaveValue('https://shop.example/back')
  await expect(returnPage).toHaveAccessibleName('Return page default of this shop')
  await returnPage.fill('https://shop.example/other')
  await expect(returnPage).toHaveAccessibleName('Return page')
  await page.getByRole('button', { name: /Payment page/ }).click()
  await expect(
    page.getByRole('group', { name: 'Fields the customer sees default of this shop' }),
  ).toBeVisible()

  await page.goto('/shops/sandbox/products/new')
  await page.getByRole('button', { name: /Payment page/ }).click()
  await expect(page.getByRole('textbox', { name: 'Return address default of this shop' })).toBeVisible()

  await page.goto(path)
  await back.fill('')
  await expect(settings.getByLabel('Page after success')).toHaveValue('')
  await settings.getByRole('button', { name: 'Default language' }).click()
  await seen.getByText('E-mail').click()
  await save.click()
  await expect(page.getByText('Saved. New checkouts and products start with this.')).toBeVisible()
})

test('changes of another person are shown, and typed values stay', async ({ page, signIn, expectErrors }) => {
  expectErrors(/409 \(Conflict\)/)
  await signIn()
  await page.goto(path)
  const settings = page.getByRole('region', { name: 'Payment page', exact: true })
  const cancelled = settings.getByLabel('Page after cancelling')
  await cancelled.fill('https://shop.example/cancelled')
  const api = '/api/shops/sandbox/page-defaults'
  const { version } = (await (await page.request.get(api)).json()) as { version: number }
  // The page would learn of their change at once; here its own save must reveal it.
  let release = () => {}
  const isSaved = new Promise<void>((resolve) => (release = resolve))
  const tells = (url: URL) => url.pathname === api || url.searchParams.has('_rsc')
  await page.route(tells, async (route) => {
    if (route.request().method() === 'GET') await isSaved
    await route.continue()
  })
  const theirs = { version, defaults: { fail_url: 'https://shop.example/failed' } }
  expect((await page.request.put(api, { data: theirs })).status()).toBe(200)
  const save = page.getByRole('button', { name: 'Save payment page' })
  await save.click()
  release()
  await expect(page.getByText(/somebody else changed these settings in the meantime/)).toBeVisible()
  await expect(settings.getByLabel('Page after an error')).toHaveValue('https://shop.example/failed')
  await expect(cancelled).toHaveValue('https://shop.example/cancelled')
  await save.click()
  await expect(page.getByText('Saved. New checkouts and products start with this.')).toBeVisible()
  const after = (await (await page.request.get(api)).json()) as { version: number; defaults: object }
  expect(after.defaults).toEqual({ ...theirs.defaults, cancel_url: 'https://shop.example/cancelled' })
  await page.request.put(api, { data: { version: after.version, defaults: {} } })
})

test('page defaults and decimals are saved one after the other', async ({ page, signIn, expectErrors }) => {
  // A change of other fields is sent again automatically.
  expectErrors(/409 \(Conflict\)/)
  await signIn()
  await page.goto(path)
  const settings = page.getByRole('region', { name: 'Payment page', exact: true })
  const decimals = page.getByRole('region', { name: 'Decimals of amounts' })
  const question = page.getByRole('alertdialog')
  for (const [address, count] of [
    ['https://shop.example/failed', '3'],
    ['', '0'],
  ] as const) {
    await settings.getByLabel('Page after an error').fill(address)
    await page.getByRole('button', { name: 'Save payment page' }).click()
    await expect(page.getByText('Saved. New checkouts and products start with this.').first()).toBeVisible()
    const row = decimals.getByRole('row', { name: /JPY/ })
    await row.getByRole('button', { name: count, exact: true }).click()
    await decimals.getByRole('button', { name: 'Save decimals' }).click()
    await question.getByRole('button', { name: 'Save decimals' }).click()
    await expect(question).toHaveCount(0)
    await expect(decimals.getByRole('button', { name: 'Save decimals' })).toHaveCount(0)
  }
})

for (const look of looks)
  test(`a payment page’s settings, ${look.name}`, async ({ page, signIn }) => {
    await look.take(page)
    await signIn()
    await page.goto(path)
    await expect(page.getByRole('region', { name: 'Payment page', exact: true })).toBeVisible()
    await look.expectFit(page, 'payment page settings')
  })
