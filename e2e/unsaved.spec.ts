/** What was typed is lost only if a person agrees. */
import type { Page } from '@playwright/test'
import { expect, test } from './kit/fixtures'
import { idOf, post, transaction } from './kit/notifications'
import { make } from './kit/products'

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave this page?' })
const keepEditing = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' }).click()

test('half a date is input too', async ({ page, signIn }) => {
  await signIn()
  const { id, name } = await make(page.request, {
    immortal: false,
    expired_at: '2039-01-01T12:00:00+00:00',
  })
  await page.goto(`/shops/sandbox/products/${id}/edit`)
  const day = page.getByRole('spinbutton', { name: /^day/ })
  await page.getByRole('button', { name: /^Payable until/ }).click()
  await day.press('Backspace')
  await expect(day).toHaveText('dd')
  const cancel = page.getByRole('link', { name: 'Cancel' })
  await cancel.click()
  await keepEditing(page)
  await day.press('1')
  await expect(day).toHaveText('01')
  await cancel.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('a page of two forms asks once, and goes on asking for the one that was not saved', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/shops/sandbox/settings/payments')
  const provider = page.getByLabel('Address of a payment in the provider’s back office')
  const fail = page.getByLabel('Page after an error')
  await provider.fill('https://provider.example/{uid}')
  await fail.fill('https://shop.example/failed')

  const products = page.getByRole('link', { name: 'Products', exact: true }).first()
  await products.click()
  await expect(question(page)).toHaveCount(1)
  await keepEditing(page)
  await expect(question(page)).toHaveCount(0)

  await fail.press('Control+Enter')
  await expect(page.getByText('Saved. New checkouts').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await expect(palette).toBeVisible()
  await page.keyboard.type('Products')
  await expect(palette.getByRole('menuitem', { name: /^Products/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await keepEditing(page)
  await expect(provider).toHaveValue('https://provider.example/{uid}')
})

test('a note is kept while another one is sent, is never cut, and is asked about', async ({
  page,
  signIn,
  sandbox,
}) => {
  await signIn()
  const uid = crypto.randomUUID()
  await post(page.request, transaction(uid.slice(0, 8), { uid, status: 'successful' }), sandbox)
  await idOf(page.request, uid, 'successful')
  await page.goto(`/shops/sandbox/payments/${uid}`)
  const note = page.getByRole('textbox', { name: 'Add a note' })
  const add = page.getByRole('button', { name: 'Add note' })
  const notes = page.getByRole('region', { name: 'Notes' }).getByRole('listitem')

  let send = () => {}
  const isFree = new Promise<void>((resolve) => (send = resolve))
  await page.route('**/notes', async (route) => {
    await isFree
    await route.continue()
  })
  await note.fill('Maria called')
  await add.click()
  await note.fill('She calls again on Monday')
  send()
  await expect(notes).toContainText(['Maria called'])
  await expect(note).toHaveValue('She calls again on Monday')

  await note.fill('x'.repeat(5001))
  await expect(note).toHaveValue('x'.repeat(5001))
  await add.click()
  await expect(note).toHaveAccessibleDescription('At most 5,000 characters')
  await note.fill('She calls again on Monday')
  await page.getByRole('link', { name: 'Products', exact: true }).first().click()
  await keepEditing(page)
  await add.click()
  await expect(notes).toContainText(['Maria called', 'She calls again on Monday'])
  await expect(add).toBeFocused()
  await page.getByRole('link', { name: 'Products', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
})

test('a press beside a dialog closes it unless it holds a form', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/settings/people')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Invite' }).first().click()
  await dialog.getByRole('textbox', { name: 'Name' }).waitFor()
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  // The press took the focus, and the dialog takes it back in the next frame.
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(dialog).toHaveCount(0)
})

test('Escape and the cross ask before a dialog loses what was typed', async ({ page, signIn }) => {
  await signIn()
  const asked = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  for (const [path, open, field] of [
    ['/shops/sandbox/settings/people', 'Invite', 'Name'],
    ['/shops/sandbox/settings/api-tokens', 'New API token', 'Name'],
    ['/shops/sandbox/settings/forwarding', 'Add endpoint', 'Name'],
  ] as const) {
    await page.goto(path)
    const opener = page.getByRole('button', { name: open }).first()
    await opener.press('Enter')
    const dialog = page.getByRole('dialog')
    const name = dialog.getByRole('textbox', { name: field })
    await name.fill('Sam')
    await name.press('Escape')
    await expect(asked.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(asked).toHaveCount(0)
    await expect(name).toHaveValue('Sam')
    await expect(name).toBeFocused()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await asked.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
})

test('dialogs without a schema ask as well', async ({ page, signIn }) => {
  await signIn()
  const asked = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  const dialog = page.getByRole('dialog')
  const discard = async () => {
    await asked.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await page.goto('/shops/sandbox/products?state=live')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await name.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await name.fill('Live ones')
  await name.press('Escape')
  await discard()

  await page.goto('/shops/sandbox/notifications')
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Amount' }).click()
  await page.getByRole('menuitemradio', { name: 'Choose amounts…' }).click()
  await dialog.getByLabel('At least').fill('12')
  await page.keyboard.press('Escape')
  await asked.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('At least')).toHaveValue(/^12/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await discard()
})

test('a form in a dialog is asked about before the page is left, and not when it is cancelled', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/shops/sandbox/settings')
  await page.getByRole('link', { name: 'People' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  const invite = page.getByRole('button', { name: 'Invite' }).first()
  await invite.click()
  await name.fill('Sam')
  await page.evaluate(() => window.history.back())
  await keepEditing(page)
  await expect(name).toHaveValue('Sam')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)

  await page.goto('/shops/sandbox/settings/forwarding')
  await page.getByRole('button', { name: 'Add endpoint' }).first().click()
  const drawer = page.getByRole('dialog')
  const address = drawer.getByRole('textbox', { name: /^Address/ })
  await address.fill('https://shop.example')
  let asked = 0
  page.on('dialog', (shown) => {
    asked += Number(shown.type() === 'beforeunload')
    void shown.dismiss()
  })
  await page.evaluate(() => window.location.reload())
  await expect.poll(() => asked).toBe(1)
  await expect(address).toHaveValue('https://shop.example')
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await expect(drawer).toHaveCount(0)
  await page.reload()

  await page.goto('/shops/new')
  await page.getByRole('radio', { name: /sandbox/i }).check()
  await page.getByRole('textbox', { name: 'Name' }).fill('Paper & Co')
  await page.getByRole('link').first().click()
  await keepEditing(page)
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Paper & Co')
  expect(asked).toBe(1)
})

test('an upload is asked about', async ({ page, signIn }) => {
  await signIn()
  let send = () => {}
  const isFree = new Promise<void>((resolve) => (send = resolve))
  await page.route('**/api/shops/sandbox/products/import?*', async (route) => {
    await isFree
    await route.continue()
  })
  await page.goto('/shops/sandbox/products/import')
  const file = { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nPaper\n') }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('progressbar', { name: 'Sending products.csv' })).toBeVisible()
  await page.getByRole('link', { name: 'Products', exact: true }).first().click()
  await question(page).getByRole('button', { name: 'Stay' }).click()
  send()
  await page.waitForURL(/\/jobs\//)
})

test('another file is chosen instead of a statement only if what was filled in may go', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.route('**/api/shops/sandbox/payments/reconciliations/import?*', () => new Promise(() => {}))
  await page.goto('/shops/sandbox/payments/reconciliations/new')
  const buffer = Buffer.from(`Transaction UID;Amount;Currency\n${crypto.randomUUID()};13.00;EUR\n`)
  const choose = (name: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  const other = page.getByRole('button', { name: 'Choose another file' })
  const chooseFile = page.getByRole('button', { name: 'Choose a file', exact: true })
  // Nothing was filled in.
  await choose('march.csv')
  await other.press('Enter')
  await expect(chooseFile).toBeFocused()

  await choose('april.csv')
  await page.getByLabel('From', { exact: true }).fill('2026-04-01')
  await other.press('Enter')
  const typed = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  await typed.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-04-01')
  await page.getByLabel('To', { exact: true }).fill('2026-04-30')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText(/% sent$/)).toBeVisible()
  await other.press('Enter')
  const sending = page.getByRole('alertdialog', { name: 'Stop the upload?' })
  await sending.getByRole('button', { name: 'Stay' }).click()
  await expect(other).toBeVisible()
  await other.press('Enter')
  await sending.getByRole('button', { name: 'Discard' }).click()
  await expect(chooseFile).toBeFocused()
})
