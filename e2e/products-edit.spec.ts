import { AxeBuilder } from '@axe-core/playwright'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from './fixtures'

type Made = { id: string; name: string; pay_url: string; confirm_url: string }

/** A product of its own for each test, through the same API the pages use. */
async function make(request: APIRequestContext, fields: Record<string, unknown> = {}): Promise<Made> {
  const made = await request.post('/api/shops/sandbox/products', {
    data: {
      name: `Lamp ${crypto.randomUUID().slice(0, 8)}`,
      description: 'Brass, E27',
      currency: 'EUR',
      amount: 6500,
      quantity: 5,
      immortal: true,
      visible_fields: ['email'],
      ...fields,
    },
  })
  expect(made.status()).toBe(201)
  return (await made.json()) as Made
}

/** As another back office would: at the gateway, past this application. */
const read = async (request: APIRequestContext, id: string) =>
  (await (await request.get(`/api/shops/sandbox/products/${id}`)).json()) as Record<string, unknown>

async function expectAccessible(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${name} ${id}: ${nodes[0]?.html}`)).toEqual([])
}

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).first()

test('an edit sends what was changed and nothing else, and the history says so', async ({ page, signIn }) => {
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
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was changed' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByLabel('Price', { exact: true }).fill('')
  await save(page).click()
  await expect(page.getByRole('alert').filter({ hasText: '2 things need attention' })).toBeVisible()
  expect(patches).toBe(0)
  await page.getByLabel('Name', { exact: true }).fill('Lamp')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible() // Unsaved.
})

test('from unlimited to a number, and from a date to none, with their partners', async ({ page, signIn }) => {
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
  await expect(page.getByRole('alert').first()).toBeVisible() // A number is needed.
  await page.getByLabel('Quantity').fill('3')
  await page.getByText('No expiry').click()
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await save(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ infinite: false, quantity: 3, immortal: true })
  await expect(page).toHaveURL(new RegExp(`/products/${id}$`))
})

test('what was changed on both sides is chosen one by one before it is overwritten', async ({
  page,
  signIn,
  expectErrors,
}) => {
  expectErrors(/409/)
  await signIn()
  const { id } = await make(page.request)
  // Without live events, so that the form hears of it only when it saves.
  await page.route('**/api/shops/sandbox/events', (route) => route.abort())
  expectErrors(/ERR_FAILED/)
  await page.goto(`/shops/sandbox/products/${id}/edit`)
  await page.getByLabel('Price', { exact: true }).fill('70')
  await page.getByLabel('Quantity').fill('9')
  await page.request.patch(`/api/shops/sandbox/products/${id}`, {
    data: { amount: 8000, quantity: 4, description: 'Steel' },
  })
  await save(page).click()
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

test('what is changed there meanwhile and was not touched here is taken over while typing', async ({
  page,
  signIn,
}) => {
  await signIn()
  const { id } = await make(page.request)
  await page.goto(`/shops/sandbox/products/${id}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('Typed here')
  await expect(async () => {
    const now = await read(page.request, id)
    await page.request.patch(`/api/shops/sandbox/products/${id}`, {
      data: { quantity: Number(now.quantity) - 1 },
    })
    await expect(page.getByText(/Stock was changed meanwhile/).first()).toBeVisible({ timeout: 3000 })
  }).toPass()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed here')
  const { quantity } = await read(page.request, id)
  await expect(page.getByLabel('Quantity')).toHaveValue(String(quantity))
})

test('a copy is prefilled and sent by nobody but a person', async ({ page, signIn }) => {
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
  const sketch = page.getByRole('complementary', { name: 'What the buyer sees' })
  await expect(sketch).toContainText('Stehlampe')
  await expect(sketch).toContainText(/1\.234,50\s€ bezahlen/)
  await expect(sketch).toContainText('Ihre Angaben')
})

test('the share sheet: links, messengers, snippet, codes, and a caution', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  const product = await make(page.request, { name: 'Lamp "& Co" <b>', test: true, quantity: 0 })
  await page.goto(`/shops/sandbox/products/${product.id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('alert')).toContainText('sold out')
  await expect(sheet.getByRole('alert')).toContainText('test product')
  await expectAccessible(page, 'share sheet')

  await sheet.getByRole('button', { name: 'Copy: Confirmation page' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(product.confirm_url)
  const mail = new URL((await sheet.getByRole('link', { name: 'E-mail' }).getAttribute('href')) ?? '')
  expect(mail.searchParams.get('subject')).toBe(product.name)
  expect(mail.searchParams.get('body')).toContain(product.confirm_url)
  await expect(sheet.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=/,
  )
  await expect(sheet.getByRole('link', { name: 'Telegram' })).toHaveAttribute(
    'href',
    /^https:\/\/t\.me\/share\/url\?url=/,
  )

  await sheet.getByRole('tab', { name: 'Link', exact: true }).click()
  await sheet.getByRole('button', { name: 'Copy HTML' }).click()
  const html = await page.evaluate(() => navigator.clipboard.readText())
  expect(html).toBe(`<a href="${product.pay_url}">Pay for Lamp &quot;&amp; Co&quot; &lt;b&gt;</a>`)

  const saved = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Save QR code as SVG' }).click()
  expect((await saved).suggestedFilename()).toBe(`${product.id}.svg`)
  await sheet.getByRole('link', { name: 'Printable sheet' }).click()
  await expect(page.getByRole('img', { name: `QR code of ${product.name}` })).toBeVisible()
  await expectAccessible(page, 'printable sheet')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByText('€65.00')).toBeVisible()
})

test('archived and restored from its page', async ({ page, signIn }) => {
  await signIn()
  const { id } = await make(page.request)
  await page.goto(`/shops/sandbox/products/${id}`)
  await expect(async () => {
    await page.getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(page.getByText('It is hidden from the list.')).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('It is hidden from the list.')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Restored')
})

test('the overview: what expires is put off, what runs out is restocked', async ({ page, signIn }) => {
  await signIn()
  const soon = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+Z$/, '+00:00')
  const expiring = await make(page.request, { immortal: false, expired_at: soon, quantity: 50 })
  const low = await make(page.request, { quantity: 0 })
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expectAccessible(page, 'overview')
  await page.getByRole('button', { name: `Extend ${expiring.name} by 30 days` }).click()
  await expect(page.getByRole('link', { name: expiring.name })).toHaveCount(0)
  const { expired_at: at } = await read(page.request, expiring.id)
  expect(Date.parse(String(at)) - Date.parse(soon)).toBe(30 * 86_400_000)

  await page.getByRole('button', { name: `Restock ${low.name}` }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'restock')
  await page.getByRole('button', { name: 'Set stock' }).click()
  await expect(page.getByText('Fill this in').first()).toBeVisible()
  await page.getByLabel('How many are there now?').fill('40')
  await page.getByRole('button', { name: 'Set stock' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: low.name })).toHaveCount(0)
  expect(await read(page.request, low.id)).toMatchObject({ quantity: 40 })
})

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 360]) {
    test(`no accessibility violations and no sideways scroll on these pages, ${theme}, ${width} px`, async ({
      page,
      context,
      signIn,
      baseURL,
    }) => {
      test.slow()
      await page.setViewportSize({ width, height: 900 })
      await context.addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }])
      await signIn()
      const { id } = await make(page.request, {
        name: `${'Unbroken'.repeat(20)} 🫖`,
        immortal: false,
        expired_at: '2039-01-01T00:00:00+00:00',
        test: true,
      })
      for (const path of [
        '/shops/sandbox',
        `/shops/sandbox/products/${id}`,
        `/shops/sandbox/products/${id}/edit`,
        `/shops/sandbox/products/new?from=${id}`,
        `/shops/sandbox/products/print?ids=${id}`,
        '/shops/sandbox/products/print',
      ]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page, path)
        const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
        expect([path, fits]).toEqual([path, true])
      }
    })
  }
}
