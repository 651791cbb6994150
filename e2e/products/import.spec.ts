import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessible'
import { chooseFile, savedText } from '../kit/page'
import { expect, test } from '../kit/fixtures'
import { make, productsWith } from '../kit/products'

const badge = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true }).first()
const differences = (page: Page) => page.getByRole('table', { name: 'Differences' }).getByRole('row')

test('the dry run of a file shows every field that a row changes, by keyboard too', async ({
  page,
  signIn,
}) => {
  await signIn()
  const { id } = await make(page.request)
  const file = `id,name,price,quantity,expired_at,test,language,return_url\n${id},Other,77.00,9,2099-01-01T00:00:00Z,true,de,https://shop.example/back\n`
  await page.goto('/shops/sandbox/products/import')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.waitForURL(/\/jobs\//)
  const job = page.url()
  const hidden = page.getByRole('table', { name: 'Differences' }).getByText('https://shop.example/back')
  await expect(page.getByText('3 more fields')).toBeVisible()
  await expect(hidden).toBeHidden()
  await page.getByText('3 more fields').press('Enter')
  await expect(hidden).toBeVisible()
  // A click on the summary opens the fields, not the product of the row.
  await page.getByText('3 more fields').click()
  await expect(hidden).toBeHidden()
  expect(page.url()).toBe(job)
})

test('a file as Excel saves it is read, and its letters are asked about', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/products/import')
  const text =
    'sep=;\r\nBezeichnung;Beschreibung;Währung;Preis;Menge;expires\r\nTüte;Süß;EUR;1.234,50;3;never\r\n'
  await chooseFile(page, 'excel.csv', Buffer.from(text, 'latin1'))
  await expect(page.getByText(/read as Windows-1252. Check the letters, as in “Währung”/)).toBeVisible()
  await expect(differences(page).nth(1)).toContainText(/Tüte.*€1,234.50/)
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
  await chooseFile(page, 'sheet.xlsx', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0]))
  await expect(page.getByRole('alert').filter({ hasText: 'sheet.xlsx was not accepted' })).toContainText(
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
  await chooseFile(page, 'stationery.csv', `${lines.join('\n')}\n`)
  await expect(page).toHaveURL(/\/jobs\//)
  await expect(badge(page, 'Nothing can be sent')).toBeVisible()
  await expect(page.getByText('No row was accepted')).toBeVisible()
  const lacked = 'A new product also needs description; no column of the file is read as this'
  await expect(page.getByText(lacked)).toHaveCount(1)
  const wrong = differences(page)
  await expect(wrong.nth(1)).toContainText(new RegExp(`Ink ${word}.*Columns are missing: see above`))
  await expect(wrong.filter({ hasText: 'New product' })).toHaveCount(0)
  await page.getByRole('button', { name: /Read as: Explanation/ }).click()
  await page.getByRole('option', { name: 'Description' }).click()
  await page.getByRole('button', { name: 'Check again with these columns' }).click()
  await expect(page.getByText('All columns of the file are read')).toBeVisible()
  await expect(badge(page, 'Ready to run')).toBeVisible()
  // Rows are sent only with the columns that they were checked with.
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
  await expect(differences(page).nth(1)).toContainText(
    /3.*Blotter.*Price: cheapNot an amount. Write it as in 1234.50/,
  )
  await expectAccessible(page, 'import, dry run')

  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Run', exact: true }).click()
  await expect(badge(page, '2 made, 1 refused')).toBeVisible({ timeout: 30_000 })
  expect(await savedText(page, page.getByRole('link', { name: 'Report' }))).toContain(
    `Blotter ${word};A4;EUR;cheap;3;yes;3;Price: Not an amount`,
  )
  await expect(page.getByRole('link', { name: 'Load it again' })).toBeVisible()
  expect(await productsWith(page.request, word)).toMatchObject([
    { name: `Fan ${word}`, amount: 1200 },
    { name: `Ink ${word}`, amount: 950, quantity: 12, description: '50 ml' },
  ])
})
