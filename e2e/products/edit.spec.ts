import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { hold } from '../kit/page'
import { make, read } from '../kit/products'

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).first()

test('an edit sends changed fields only, and the history shows them', async ({ page, signIn }) => {
  await signIn()
  const { id } = await make(page.request)
  await page.goto(`/shops/sandbox/products/${id}`)
  await page.getByRole('link', { name: 'Edit' }).click()
  const price = page.getByLabel('Price', { exact: true })
  await expect(price).toHaveValue('65.00')
  await price.fill('70')
  await expect(page.getByText('will send 7000 EUR (minor units)')).toBeVisible()
  await page.getByLabel('Quantity').fill('9')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await save(page).click()
  const question = page.getByRole('alertdialog', { name: 'Change the price on its link?' })
  await question.getByRole('button', { name: 'Change price' }).click()
  expect((await sent).postDataJSON()).toEqual({
    amount: 7000,
    quantity: 9,
    expect: { amount: 6500, currency: 'EUR', infinite: false, quantity: 5 },
  })
  await expect(page).toHaveURL(new RegExp(`/products/${id}$`))
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Price €65.00')
  await expect(history).toContainText('€70.00')
  await expect(history.getByRole('listitem')).toHaveCount(2)
  expect(await read(page.request, id)).toMatchObject({ amount: 7000, quantity: 9, visible_fields: ['email'] })
})

test('nothing changed sends nothing, and a required field that was emptied is said', async ({
  page,
  signIn,
}) => {
  await signIn()
  const { id } = await make(page.request)
  let patches = 0
  page.on('request', (request) => (patches += Number(request.method() === 'PATCH')))
  await page.goto(`/shops/sandbox/products/${id}/edit`)
  await save(page).click()
  await expect(page.getByText('Nothing was changed, so nothing was sent.')).toBeVisible()
  await page.waitForURL((url) => url.pathname.endsWith(id))
  await page.goto(`/shops/sandbox/products/${id}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByLabel('Price', { exact: true }).fill('')
  await save(page).click()
  await expect(page.getByRole('alert').filter({ hasText: '2 things need attention' })).toBeVisible()
  expect(patches).toBe(0)
  await page.getByLabel('Name', { exact: true }).fill('Lamp')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible() // There are unsaved changes.
})

test('from unlimited to a number, and from a date to none, with the paired fields', async ({
  page,
  signIn,
}) => {
  await signIn()
  const expiredAt = '2039-01-01T12:00:00+00:00'
  const { id } = await make(page.request, {
    quantity: undefined,
    infinite: true,
    immortal: false,
    expired_at: expiredAt,
  })
  await page.goto(`/shops/sandbox/products/${id}/edit`)
  await page.getByText('Unlimited stock').click()
  await save(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'needs attention' })
  await expect(summary).toBeVisible() // A number is required.
  await page.getByLabel('Quantity').fill('3')
  await expect(summary).toBeHidden() // The page shifts when it disappears.
  await page.getByText('No expiry').click()
  await expect(page.getByLabel('No expiry')).toBeChecked()
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await save(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ infinite: false, quantity: 3, immortal: true })
  await expect(page).toHaveURL(new RegExp(`/products/${id}$`))
})

test('fields changed on both sides are chosen one by one before they are overwritten', async ({
  page,
  signIn,
  expectErrors,
}) => {
  expectErrors(/409/)
  await signIn()
  const { id } = await make(page.request)
  // Without live events the form learns of the change only when it saves.
  await page.route('**/api/shops/sandbox/events?*', (route) => route.abort())
  expectErrors(/ERR_FAILED/)
  await page.goto(`/shops/sandbox/products/${id}/edit`)
  await page.getByLabel('Price', { exact: true }).fill('70')
  await page.getByLabel('Quantity').fill('9')
  await page.request.patch(`/api/shops/sandbox/products/${id}`, {
    data: { amount: 8000, quantity: 4, description: 'Steel' },
  })
  await save(page).click()
  await page.getByRole('button', { name: 'Change price' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Changed since you opened it' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'conflict')
  await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  await expect(dialog.getByRole('group', { name: /Price/ })).toContainText('was €65.00 when you opened it')
  await dialog.getByRole('group', { name: /Price/ }).getByRole('radio', { name: /Yours/ }).check()
  await dialog
    .getByRole('group', { name: /Stock/ })
    .getByRole('radio', { name: /Now there/ })
    .check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(new RegExp(`/products/${id}$`))
  expect(await read(page.request, id)).toMatchObject({ amount: 7000, quantity: 4, description: 'Steel' })
})

test('outside changes of untouched fields are adopted while typing', async ({ page, signIn }) => {
  await signIn()
  const { id } = await make(page.request)
  await page.goto(`/shops/sandbox/products/${id}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('Typed here')
  await expect(async () => {
    const now = await read(page.request, id)
    await page.request.patch(`/api/shops/sandbox/products/${id}`, {
      data: { quantity: Number(now.quantity) - 1 },
    })
    await expect(page.getByText(/Stock has since changed/).first()).toBeVisible({ timeout: 3000 })
  }).toPass()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed here')
  const { quantity } = await read(page.request, id)
  await expect(page.getByLabel('Quantity')).toHaveValue(String(quantity))
})

test('a copy is prefilled, and sent only by a person', async ({ page, signIn }) => {
  await signIn()
  const { id, name } = await make(page.request)
  let posts = 0
  page.on(
    'request',
    (request) => (posts += Number(request.method() === 'POST' && request.url().endsWith('/products'))),
  )
  await page.goto(`/shops/sandbox/products/${id}`)
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`Copy of ${name}`)
  await expect(page.getByLabel('Quantity')).toHaveValue('5')
  expect(posts).toBe(0)
  await page
    .getByRole('button', { name: /Create product/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: `Copy of ${name}` })).toBeVisible()
  expect(posts).toBe(1)
})

test('expiry by presets and in a chosen zone, and the sketch in the page’s language', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/shops/sandbox/products/new')
  await page.getByLabel('Name', { exact: true }).fill('Stehlampe')
  await page.getByLabel('Price', { exact: true }).fill('1234.5')
  await page.getByText('No expiry').click()
  await page.getByRole('button', { name: 'End of the year' }).click()
  await expect(page.getByText(/will send \d{4}-12-31T23:59:00/)).toBeVisible()
  await page.getByRole('button', { name: /Time zone/ }).click()
  await page.getByRole('combobox', { name: 'Find in the list' }).fill('tokyo')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/will send \d{4}-12-31T23:59:00\+09:00/)).toBeVisible()

  await page.getByRole('button', { name: /Payment page/ }).click()
  await page.getByText('E-mail', { exact: true }).click()
  await page.getByRole('button', { name: /Language/ }).click()
  await page.getByRole('combobox', { name: 'Find in the list' }).fill('german')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const sketch = page.getByRole('complementary', { name: 'What the customer sees' })
  await expect(sketch).toContainText('Stehlampe')
  await expect(sketch).toContainText(/1\.234,50\s€ bezahlen/)
  await expect(sketch).toContainText('Ihre Angaben')
})

test('archived and restored from its page', async ({ page, signIn }) => {
  await signIn()
  const { id } = await make(page.request)
  await page.goto(`/shops/sandbox/products/${id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(page.getByText('It is hidden from the list.')).toBeVisible()
  // The notice and the link agree.
  await expect(page.getByText('Its link cannot be shared from here, but still works')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Copy: Payment page/ })).toHaveAccessibleName(
    /not possible.*not shared from here. At the gateway the link still works/,
  )
  await page.getByRole('button', { name: 'Open again', exact: true }).click()
  await expect(page.getByText('It is hidden from the list.')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Opened again')
})

test('a question that is answered with “Cancel” leaves the form guarded', async ({ page, signIn }) => {
  await signIn()
  const { id } = await make(page.request)
  await page.goto(`/shops/sandbox/products/${id}/edit`)
  await page.getByLabel('Price', { exact: true }).fill('70')
  await save(page).click()
  const question = page.getByRole('alertdialog', { name: 'Change the price on its link?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  const { quantity } = await read(page.request, id)
  await page.request.patch(`/api/shops/sandbox/products/${id}`, { data: { quantity: Number(quantity) - 1 } })
  await expect(page.getByText(/Stock has since changed/).first()).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Leave this page?' })).toBeVisible()
})

test('a date that lost a part is not sent', async ({ page, signIn }) => {
  await signIn()
  const { id } = await make(page.request, { immortal: false, expired_at: '2039-01-01T12:00:00+00:00' })
  let patches = 0
  page.on('request', (request) => (patches += Number(request.method() === 'PATCH')))
  await page.goto(`/shops/sandbox/products/${id}/edit`)
  await page.getByRole('button', { name: /^Payable until/ }).click()
  const year = page.getByRole('spinbutton', { name: /^year/ })
  await year.focus()
  for (let digit = 0; digit < 4; digit++) await page.keyboard.press('Backspace')
  await expect(year).toHaveText('yyyy')
  await save(page).click()
  await expect(page.getByText('Fill in all parts of the date and the time').first()).toBeVisible()
  expect(patches).toBe(0)
  await expect(year).toBeFocused()
  await page.keyboard.type('2040')
  await save(page).click()
  await page.waitForURL((url) => url.pathname.endsWith(id))
  expect(await read(page.request, id)).toMatchObject({ expired_at: '2040-01-01T12:00:00+00:00' })
})

test.describe('in a zone whose offset had seconds', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('a new year leaves the rest of the date', async ({ page, signIn }) => {
    await signIn()
    const { id } = await make(page.request, { immortal: false, expired_at: '2039-01-31T12:00:00+00:00' })
    await page.goto(`/shops/sandbox/products/${id}/edit`)
    await page.getByRole('button', { name: /^Payable until/ }).click()
    const year = page.getByRole('spinbutton', { name: /^year/ })
    await year.focus()
    await page.keyboard.type('2')
    await expect(page.getByRole('spinbutton', { name: /^day/ })).toHaveText('31')
    await expect(page.getByText('will send 0')).toHaveCount(0)
    await page.keyboard.type('040')
    await save(page).click()
    await page.waitForURL((url) => url.pathname.endsWith(id))
    expect(await read(page.request, id)).toMatchObject({ expired_at: '2040-01-31T13:00:00+01:00' })
  })
})

test('a day that does not exist is sent as the last of its month, as the field shows it', async ({
  page,
  signIn,
}) => {
  await signIn()
  const { id } = await make(page.request, { immortal: false, expired_at: '2039-01-31T12:00:00+00:00' })
  await page.goto(`/shops/sandbox/products/${id}/edit`)
  await page.getByRole('button', { name: /^Payable until/ }).click()
  const month = page.getByRole('spinbutton', { name: /^month/ })
  await month.focus()
  await page.keyboard.type('02')
  await month.press('Control+Enter')
  await page.waitForURL((url) => url.pathname.endsWith(id))
  expect(await read(page.request, id)).toMatchObject({ expired_at: '2039-02-28T12:00:00+00:00' })
})

test('leaving while a change is sent asks first', async ({ page, signIn }) => {
  await signIn()
  const { id } = await make(page.request)
  await page.goto(`/shops/sandbox/products/${id}/edit`)
  await page.getByLabel('Quantity').fill('9')
  const release = await hold(page, `**/api/shops/sandbox/products/${id}`)
  await save(page).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  await question.getByRole('button', { name: /Stay|Keep/ }).click()
  release()
  await page.waitForURL((url) => url.pathname.endsWith(id))
  expect(await read(page.request, id)).toMatchObject({ quantity: 9 })
})
