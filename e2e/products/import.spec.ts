import { expect, test } from '../kit/fixtures'
import { make } from '../kit/products'

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
