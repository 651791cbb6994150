import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './kit/accessible'
import { expect, test } from './kit/fixtures'
import { make, read } from './kit/products'

const price = (page: Page | Locator) => page.getByLabel('Price', { exact: true })
const create = (page: Page) => page.getByRole('button', { name: /Create product/ }).first()

async function chooseCurrency(page: Page, code: string) {
  await page.getByRole('button', { name: /Currency/ }).click()
  await page.getByRole('combobox', { name: 'Find in the list' }).fill(code)
  await page.getByRole('option', { name: new RegExp(code) }).click()
}

async function newProduct(page: Page, currency: string) {
  await page.goto('/shops/sandbox/products/new')
  await page.getByLabel('Name', { exact: true }).fill('Brass lamp')
  await page.getByLabel('Description').fill('E27')
  if (currency !== 'EUR') await chooseCurrency(page, currency)
}

test('an ambiguous amount asks for a choice, and nothing is sent before', async ({ page, signIn }) => {
  await signIn()
  await newProduct(page, 'KWD')
  let posts = 0
  page.on('request', (request) => (posts += Number(request.method() === 'POST')))
  await price(page).fill('12,345')
  const readings = page.getByRole('group', { name: /read in two ways/ })
  await expect(readings.getByRole('button')).toHaveText(['12.345', '12,345.000'])
  await expect(page.getByText(/minor units\)/)).toHaveCount(0)
  await expectAccessible(page, 'two readings of an amount')
  await create(page).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByText('Choose the amount you mean').first()).toBeVisible()
  await expect(price(page)).toBeFocused()
  expect(posts).toBe(0)

  // By keyboard: past the currency to the second reading.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(readings.getByRole('button', { name: '12.345', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(readings).toHaveCount(0)
  await expect(price(page)).toBeFocused()
  await expect(price(page)).toHaveValue('12,345.000')
  await expect(page.getByText('KWD 12,345.000, will send 12345000 KWD (minor units)')).toBeVisible()

  await price(page).fill('12,345')
  await readings.getByRole('button', { name: '12.345', exact: true }).click()
  await expect(page.getByText('KWD 12.345, will send 12345 KWD (minor units)')).toBeVisible()
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await create(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ amount: 12_345, currency: 'KWD' })
})

test('an amount is taken as people write it, and shown as it was understood', async ({ page, signIn }) => {
  await signIn()
  await newProduct(page, 'EUR')
  for (const [typed, shown, sent] of [
    ['€12.50', '12.50', '€12.50, will send 1250 EUR'],
    ['1,234', '1,234.00', '€1,234.00, will send 123400 EUR'],
    ['1.234.567 €', '1,234,567.00', '€1,234,567.00, will send 123456700 EUR'],
    ['1’234,5', '1,234.50', '€1,234.50, will send 123450 EUR'],
    ['1\u202f234,50\u00a0€', '1,234.50', '€1,234.50, will send 123450 EUR'],
  ] as const) {
    await price(page).fill(typed)
    await expect(price(page)).toHaveValue(typed)
    await expect(page.getByText(`${sent} (minor units)`)).toBeVisible()
    await price(page).blur()
    await expect(price(page)).toHaveValue(shown)
  }
  // Changing the currency keeps the amount, although its text could mean a thousand times as much.
  await chooseCurrency(page, 'JPY')
  await expect(page.getByText('JPY has no decimals, and this has more')).toBeVisible()
  await price(page).fill('¥12,400')
  await expect(page.getByText('¥12,400, will send 12400 JPY (minor units)')).toBeVisible()
  await chooseCurrency(page, 'KWD')
  await expect(page.getByText('KWD 12,400.000, will send 12400000 KWD (minor units)')).toBeVisible()
  await expect(price(page)).toHaveValue('12,400.000')

  for (const [typed, problem] of [
    ['$5', /Write only the sign or the code of KWD beside the amount, not “\$”/],
    ['1,23,4', /The separators do not fit/],
    ['1.2345', /KWD has 3 decimals, and this has more/],
    ['-5', /Must be more than zero/],
  ] as const) {
    await price(page).fill(typed)
    await price(page).blur()
    await expect(price(page)).toHaveAccessibleDescription(problem)
    await expect(price(page)).toHaveValue(typed)
  }
})

test('a price changed in the list is asked about in the same way', async ({ page, signIn }) => {
  await signIn()
  const { id, name } = await make(page.request, { currency: 'KWD', amount: 9750 })
  await page.goto(`/shops/sandbox/products?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Change price of ${name}` }).click()
  const form = page.getByRole('dialog', { name: `Change price of ${name}` })
  await expect(price(form)).toHaveValue('9.750')
  await expect(form.getByText('KWD 9.750, will send 9750 KWD (minor units)')).toBeVisible()
  await price(form).fill('1,500')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Choose the amount you mean')).toBeVisible()
  await expectAccessible(page, 'two readings in quick edit')
  expect(await read(page.request, id)).toMatchObject({ amount: 9750 })
  await form.getByRole('button', { name: '1.500', exact: true }).click()
  await expect(price(form)).toBeFocused()
  await page.keyboard.press('Enter')
  // Changing the price of a payable link asks for confirmation once.
  await expect(form.getByText('Its link may be in use')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(form).toHaveCount(0)
  expect(await read(page.request, id)).toMatchObject({ amount: 1500, currency: 'KWD' })
})

test('a price typed before the currency changed elsewhere is read in the new currency', async ({
  page,
  signIn,
  expectErrors,
}) => {
  expectErrors(/status of 409/)
  await signIn()
  const { id, name } = await make(page.request, { currency: 'EUR', amount: 6500 })
  await page.goto(`/shops/sandbox/products?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Change price of ${name}` }).click()
  const form = page.getByRole('dialog', { name: `Change price of ${name}` })
  await price(form).fill('1250')
  const change = { amount: 1250, currency: 'JPY' }
  expect((await page.request.patch(`/api/shops/sandbox/products/${id}`, { data: change })).status()).toBe(200)
  await page.keyboard.press('Enter')
  await expect(form.getByText('Its link may be in use')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(form.getByText(/Changed since/)).toBeVisible()
  await expect(form.getByText('¥1,250, will send 1250 JPY (minor units)')).toBeVisible()
  await price(form).press('Enter')
  await expect(form).toHaveCount(0)
  expect(await read(page.request, id)).toMatchObject(change)
})
