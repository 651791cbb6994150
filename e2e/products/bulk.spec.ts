import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { make } from '../kit/products'

/** Creates products that share a unique word, through the API that the pages use. Returns the word. */
async function makeSome(request: APIRequestContext, names: readonly string[]): Promise<string> {
  const word = `batch${crypto.randomUUID().slice(0, 6)}`
  for (const name of names)
    await make(request, {
      name: name === '' ? word : `${name} ${word}`,
      description: 'Made to be changed',
      amount: 1050,
      quantity: 40,
    })
  return word
}

type Item = { id: string; name: string; amount: number; quantity: number }

async function productsWith(request: APIRequestContext, word: string): Promise<Item[]> {
  const answer = await request.get(`/api/shops/sandbox/products?q=${word}&sort=name&limit=100`)
  return ((await answer.json()) as { items: Item[] }).items
}
const amountsOf = async (request: APIRequestContext, word: string) =>
  (await productsWith(request, word)).map(({ amount }) => amount)

async function selectAllOf(page: Page, word: string): Promise<void> {
  await page.goto(`/shops/sandbox/products?q=${word}&sort=name`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

async function confirm(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}

const badge = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true }).first()
const rows = (page: Page, name: string) => page.getByRole('table', { name })

/** Answers the file chooser of the import page with this file. */
async function load(page: Page, name: string, text: string | Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

async function download(page: Page, link: string): Promise<string> {
  const event = page.waitForEvent('download')
  await page.getByRole('link', { name: link }).click()
  return readFile(await (await event).path(), 'utf8')
}

test('whoever closes the dialog while the dry run is ordered stays on the list', async ({ page, signIn }) => {
  await signIn()
  const word = await makeSome(page.request, [''])
  await selectAllOf(page, word)
  await choose(page, 'Set stock')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Quantity').fill('7')
  let send = () => {}
  const isFree = new Promise<void>((resolve) => (send = resolve))
  await page.route('**/products/bulk', async (route) => {
    await isFree
    await route.continue()
  })
  const answered = page.waitForResponse('**/products/bulk')
  await dialog.getByRole('button', { name: 'Show the differences' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  send()
  expect((await answered).status()).toBe(202)
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveURL(new RegExp(`products\\?q=${word}`))
})

test('prices of a selection are raised by percent, looked at first, and put back', async ({
  page,
  signIn,
}) => {
  test.slow()
  await signIn()
  const word = await makeSome(page.request, ['Pen', 'Ruler', 'Stapler'])
  await selectAllOf(page, word)
  await choose(page, 'Change price by percent')
  const dialog = page.getByRole('dialog', { name: 'Change the price of 3 products by percent' })
  await expect(dialog.getByLabel('Change in percent')).toBeFocused()
  await expect(dialog.getByText(/^Their links may be in people’s hands/)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Fill this in', { exact: true })).toBeVisible()
  await expectAccessible(page, 'percent dialog')
  await dialog.getByLabel('Change in percent').fill('10')
  await dialog.getByRole('button', { name: /To multiples of/ }).click()
  await page.getByRole('option', { name: /^10 minor units/ }).click()
  await dialog.getByRole('button', { name: 'Show the differences' }).click()

  await expect(page).toHaveURL(/\/jobs\//)
  await expect(badge(page, 'Ready to run')).toBeVisible()
  const pen = rows(page, 'Differences').getByRole('row').filter({ hasText: 'Pen' })
  // 11.55 is exactly between two multiples of 10.
  await expect(pen).toContainText(/€10\.50.*€11\.60.*rounded from 11\.55/)
  await expect(page.getByRole('group', { name: 'Rows by state' })).toContainText('To do3')
  await expectAccessible(page, 'dry run')
  expect(await amountsOf(page.request, word)).toEqual([1050, 1050, 1050])

  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('alertdialog', { name: 'Send 3 changes?' })).toBeVisible()
  await expectAccessible(page, 'question')
  // The safe answer has the focus; the other one is the next stop.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(badge(page, 'Done')).toBeVisible({ timeout: 30_000 })
  expect(await amountsOf(page.request, word)).toEqual([1160, 1160, 1160])

  await confirm(page, 'Undo')
  await expect(page.getByRole('heading', { name: /^Undo: Raise the price/ })).toBeVisible()
  await expect(badge(page, 'Done')).toBeVisible({ timeout: 30_000 })
  expect(await amountsOf(page.request, word)).toEqual([1050, 1050, 1050])
  await page.getByRole('link', { name: 'Show it' }).click()
  await expect(page.getByText('This was put back.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Jobs' }).click()
  await expect(rows(page, 'Jobs').getByRole('row').filter({ hasText: 'Undo: Raise' }).first()).toContainText(
    '3 done',
  )
  await expectAccessible(page, 'jobs')
})

test('a bulk change of all but one match sets the stock, and a dry run can be discarded', async ({
  page,
  signIn,
}) => {
  await signIn()
  const word = await makeSome(page.request, ['Tile 10', 'Tile 11', 'Tile 12', 'Tile 13'])
  await page.goto(`/shops/sandbox/products?q=${word}&sort=name`)
  await page.getByRole('checkbox', { name: `Select Tile 11 ${word}` }).click()
  await page.getByRole('button', { name: 'Select all 4' }).click()
  await page.getByRole('checkbox', { name: `Select Tile 10 ${word}` }).click()
  await choose(page, 'Set stock')
  const dialog = page.getByRole('dialog', { name: 'Set the stock of 3 products' })
  await expect(dialog.getByLabel('Quantity')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeFocused()
  await choose(page, 'Set stock')
  await dialog.getByLabel('Quantity').fill('7')
  await page.keyboard.press('Control+Enter')
  await expect(badge(page, 'Ready to run')).toBeVisible()
  await expect(page.getByText(`all that match “${word}”, but for 1`)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Tile 10' })).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'Tile 11' })).toContainText(/40.*7/)
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }).click()
  await expect(badge(page, 'Ready to run')).toBeVisible()
  await confirm(page, 'Discard')
  await expect(badge(page, 'Cancelled')).toBeVisible()
  await expect(page.getByRole('button', { name: /Run/ })).toHaveCount(0)
})

test('a question about a job ends when somebody else has started the job', async ({ page, signIn }) => {
  await signIn()
  const word = await makeSome(page.request, [''])
  await selectAllOf(page, word)
  await choose(page, 'Set stock')
  await page.getByRole('dialog').getByLabel('Quantity').fill('7')
  await page.keyboard.press('Control+Enter')
  await expect(badge(page, 'Ready to run')).toBeVisible()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  const started = await page.request.post(`/api${new URL(page.url()).pathname}/run`)
  expect(started.status()).toBe(200)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(badge(page, 'Done')).toBeVisible({ timeout: 30_000 })
  expect((await productsWith(page.request, word)).map(({ quantity }) => quantity)).toEqual([7])
})

test('the list is exported with chosen columns, and no cell is a formula', async ({ page, signIn }) => {
  await signIn()
  const word = await makeSome(page.request, ['=cmd()', 'Plain, "quoted"'])
  await page.goto(`/shops/sandbox/products?q=${word}&sort=name`)
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export products' })
  await expect(dialog.getByText('2 rows')).toBeVisible()
  await expectAccessible(page, 'export')
  await dialog.getByRole('button', { name: 'None' }).click()
  await expect(dialog.getByText('Choose at least one column.')).toBeVisible()
  for (const column of ['Name', 'Currency', 'Price (major units)'])
    await dialog.getByText(column, { exact: true }).click()
  await dialog.getByText('Begin with a byte order mark').click()
  const text = await download(page, 'Download CSV')
  expect(text).toBe(
    `\uFEFFname,currency,price\r\n'=cmd() ${word},EUR,10.50\r\n"Plain, ""quoted"" ${word}",EUR,10.50\r\n`,
  )
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /Separator/ }).click()
  await page.getByRole('option', { name: /^Semicolon/ }).click()
  expect(await download(page, 'Download CSV')).toMatch(/^\uFEFFid;name;[^]*;EUR;10,50;/)
})

test('a file as Excel saves it is read, and its letters are asked about', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/products/import')
  const text =
    'sep=;\r\nBezeichnung;Beschreibung;Währung;Preis;Menge;expires\r\nTüte;Süß;EUR;1.234,50;3;never\r\n'
  await load(page, 'excel.csv', Buffer.from(text, 'latin1'))
  await expect(page.getByText(/read as Windows-1252. Check the letters, as in “Währung”/)).toBeVisible()
  await expect(rows(page, 'Differences').getByRole('row').nth(1)).toContainText(/Tüte.*€1,234.50/)
  await expectAccessible(page, 'import of guessed letters')
})

test('a file is imported: columns chosen, a wrong row reported, the rest created', async ({
  page,
  signIn,
  expectErrors,
}) => {
  test.slow()
  expectErrors(/422/)
  await signIn()
  await page.goto('/shops/sandbox/products')
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByText('up to 100 MB')).toBeVisible()
  await load(page, 'sheet.xlsx', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0]))
  await expect(page.getByRole('alert').filter({ hasText: 'sheet.xlsx was not taken' })).toContainText(
    'This is a spreadsheet',
  )
  await expectAccessible(page, 'import')

  const word = `batch${crypto.randomUUID().slice(0, 6)}`
  const lines = [
    'Name;Explanation;Currency;Price;Quantity;Never expires',
    `Ink ${word};50 ml;EUR;9.50;12;yes`,
    `Blotter ${word};A4;EUR;cheap;3;yes`,
    `Fan ${word};Paper;JPY;1200;1;yes`,
  ]
  await load(page, 'stationery.csv', `${lines.join('\n')}\n`)
  await expect(page).toHaveURL(/\/jobs\//)
  await expect(badge(page, 'Nothing can be sent')).toBeVisible()
  await expect(page.getByText('No row was taken')).toBeVisible()
  const lacked = 'A new product also needs description; no column of the file is read as this'
  await expect(page.getByText(lacked)).toHaveCount(1)
  const wrong = rows(page, 'Differences').getByRole('row')
  await expect(wrong.nth(1)).toContainText(new RegExp(`Ink ${word}.*The file lacks columns: see above`))
  await expect(wrong.filter({ hasText: 'New product' })).toHaveCount(0)
  await page.getByRole('button', { name: /Read as: Explanation/ }).click()
  await page.getByRole('option', { name: 'Description' }).click()
  await page.getByRole('button', { name: 'Check again with these columns' }).click()
  await expect(page.getByText('All columns of the file are read')).toBeVisible()
  await expect(badge(page, 'Ready to run')).toBeVisible()
  // Rows are not sent by other columns than those that are chosen.
  const explanation = page.getByRole('button', { name: /Read as: Explanation/ })
  await page.getByRole('button', { name: /All columns of the file are read/ }).click()
  await explanation.click()
  await page.getByRole('option', { name: 'Not read', exact: true }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const unchecked = page.getByRole('alertdialog')
  await expect(unchecked).toContainText('the rows were not checked with them')
  await expect(unchecked.getByRole('button', { name: 'Run', exact: true })).toHaveCount(0)
  await unchecked.getByRole('button', { name: 'Back' }).click()
  await explanation.click()
  await page.getByRole('option', { name: 'Description' }).click()
  await page
    .getByRole('group', { name: 'Rows by state' })
    .getByRole('button', { name: /Not possible/ })
    .click()
  await expect(page).toHaveURL(/state=invalid/)
  await expect(rows(page, 'Differences').getByRole('row').nth(1)).toContainText(
    /3.*Blotter.*Price: cheapNot an amount, as 1234.50 is/,
  )
  await expectAccessible(page, 'import, dry run')

  await confirm(page, 'Run')
  await expect(badge(page, '2 made, 1 refused')).toBeVisible({ timeout: 30_000 })
  expect(await download(page, 'Report')).toContain(`Blotter ${word};A4;EUR;cheap;3;yes;Price: Not an amount`)
  await expect(page.getByRole('link', { name: 'Load it again' })).toBeVisible()
  expect(await productsWith(page.request, word)).toMatchObject([
    { name: `Fan ${word}`, amount: 1200 },
    { name: `Ink ${word}`, amount: 950, quantity: 12, description: '50 ml' },
  ])
})

test('on a phone: a job and the import page fit, and cards show the differences', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await signIn()
  const word = await makeSome(page.request, ['Card'])
  await page.goto(`/shops/sandbox/products?q=${word}`)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: `Select Card ${word}` }).click()
  await choose(page, 'Extend expiry')
  const dialog = page.getByRole('dialog', { name: 'Extend the expiry of 1 product' })
  await dialog.getByRole('button', { name: /How long/ }).click()
  await page.getByRole('option', { name: 'No expiry at all' }).click()
  await dialog.getByRole('button', { name: 'Show the differences' }).click()
  await expect(page.getByText('Nothing is to be changed.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: `Card ${word}` })).toContainText('Unchanged')
  await expectAccessible(page, 'job on a phone')
  await expectNoSidewaysScroll(page, 'job')
  await page.goto('/shops/sandbox/products/import')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await expectNoSidewaysScroll(page, 'import')
})
