import { expectAccessible, looks } from './kit/accessible'
import { expect, test } from './kit/fixtures'

const path = '/shops/sandbox/settings/retention'

test('customers without activity are kept until an owner saw their number', async ({
  page,
  signIn,
  expectErrors,
  support,
}) => {
  expectErrors(/403/)
  await signIn()
  await page.goto('/shops/sandbox')
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('search').getByRole('searchbox', { name: 'Find a setting' }).fill('customers activity')
  const found = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  await expect(found).toHaveText(/^Retention/)
  await expectAccessible(page, 'settings')
  await found.click()
  await page.getByRole('radio', { name: 'For a period' }).check()
  const months = page.getByLabel('Months without activity')
  await months.fill('0')
  await page.getByRole('button', { name: /^Save…/ }).click()
  await expect(page.getByRole('alert').first()).toContainText('Months without activity')
  await months.fill('120')
  await expect(page.getByText('Nobody would be anonymised now.')).toBeVisible()
  await months.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Then, every night, customers without activity for 120 months.')
  await expect(question).toContainText('This cannot be undone')
  await question.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('Saved. Customers are kept for 120 months without activity.')).toBeVisible()
  await page.reload()
  await expect(months).toHaveValue('120')
  await page.getByRole('radio', { name: 'Without limit' }).check()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Saved. Customers are kept.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Without limit' })).toBeChecked()

  const guest = await support()
  await expect(guest.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  await guest.goto(path)
  await expect(guest.getByRole('heading', { name: 'Only owners decide how long data is kept' })).toBeVisible()
})

for (const { name, take, expectFit } of looks)
  test(`the retention setting, ${name}`, async ({ page, signIn }) => {
    await take(page)
    await signIn()
    await page.goto(path)
    await expect(async () => {
      await page.getByRole('radio', { name: 'For a period' }).check()
      await expect(page.getByLabel('Months without activity')).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(page.getByText('would be anonymised now.')).toBeVisible()
    await expectFit(page, path)
    await page.getByRole('button', { name: /^Save…/ }).click()
    await expect(page.getByRole('alertdialog')).toContainText('This cannot be undone')
    await expectFit(page, `${path}, asked`)
  })
