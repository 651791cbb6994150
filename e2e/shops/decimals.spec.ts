import { looks } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'

const path = '/shops/sandbox/settings/payments'

test('a currency that the provider counts otherwise is read otherwise, after a question', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto(path)
  const decimals = page.getByRole('region', { name: 'Decimals of amounts' })
  await decimals.getByRole('button', { name: /Another currency/ }).click()
  await page.getByRole('combobox', { name: 'Find in the list' }).fill('TND')
  await page.getByRole('option', { name: /TND/ }).click()
  const row = decimals.getByRole('row', { name: /TND/ })
  const choose = (count: string) =>
    row
      .getByRole('group', { name: 'Decimals of TND' })
      .getByRole('button', { name: count, exact: true })
      .click()
  await expect(row).toContainText('123.456')
  await choose('2')
  await expect(row).toContainText('1,234.56')
  await decimals.getByRole('button', { name: 'Save decimals' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(/123456 was TND\s123.456 and will be TND\s1,234.56/)
  await question.getByRole('button', { name: 'Save decimals' }).click()
  await expect(page.getByText('Saved. Amounts are now read this way.')).toBeVisible()
  await page.reload()
  await expect(row).toContainText('The provider’s table has 3.')
  await choose('3')
  await decimals.getByRole('button', { name: 'Save decimals' }).click()
  await question.getByRole('button', { name: 'Save decimals' }).click()
  await expect(row).toHaveCount(0)
})

for (const look of looks)
  test(`payment settings with decimals, ${look.name}`, async ({ page, signIn }) => {
    await look.take(page)
    await signIn()
    await page.goto(path)
    await expect(page.getByRole('region', { name: 'Decimals of amounts' })).toBeVisible()
    await look.expectFit(page, 'payment settings')
  })
