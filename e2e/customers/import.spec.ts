import { expectAccessible, expectNoSidewaysScroll } from '../kit/accessible'
import { makeCustomer } from '../kit/customers'
import { chooseFile, savedText } from '../kit/page'
import { expect, test } from '../kit/fixtures'

test('a file of customers is imported: existing ones are skipped, and a wrong row is returned', async ({
  page,
  signIn,
}) => {
  await signIn()
  const here = await makeCustomer(page.request)
  const word = crypto.randomUUID().slice(0, 8)
  const lines = [
    'Vorname,E-Mail,Land,IP,Kundennummer',
    `Nina,nina.${word}@example.com,Deutschland,203.0.113.9,${word}`,
    `Known,${here.email.toUpperCase()},DE,203.0.113.9,`,
    `Wrong,wrong.${word},DE,203.0.113.9,`,
    `Nina again,NINA.${word}@example.com,DE,203.0.113.9,`,
  ]
  await page.goto('/shops/sandbox/customers')
  await page.getByRole('link', { name: 'Import' }).click()
  await chooseFile(page, 'people.csv', lines.join('\n'))

  await expect(page.getByRole('heading', { name: 'Import people.csv' })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Rows', exact: true }).getByRole('row')
  await expect(rows.filter({ hasText: 'Known' })).toContainText(
    `${here.first_name} ${here.last_name} exists already: same e-mail`,
  )
  await expect(rows.filter({ hasText: 'wrong.' })).toContainText('Not an e-mail address')
  await expect(rows.filter({ hasText: 'Nina again' })).toContainText('Row 2 already has this customer')
  await expect(rows.nth(1)).toContainText(/Nina.*E-mail.*nina.*Country.*DE/)
  await expectAccessible(page, 'import of customers, dry run')
  const label = 'Also create those who already exist (2)'
  await page.getByText(label).click()
  await expect(page.getByRole('group', { name: 'Rows by state' })).toContainText('To do3')
  await expect(page.getByRole('switch', { name: label })).toBeChecked()
  await page.getByText(label).click()
  await expect(page.getByRole('group', { name: 'Rows by state' })).toContainText('To do1')

  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Create 1 customer?' })
  await question.getByRole('button', { name: 'Run' }).click()
  await expect(page.getByText('The new customers stay')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  const report = await savedText(page, page.getByRole('link', { name: 'Report' }))
  expect(report).toContain(`Wrong,wrong.${word},DE,203.0.113.9,,4,E-Mail: Not an e-mail address`)
  expect(report).not.toContain(`Nina,nina`)

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Customers' }).click()
  // A visit interrupted by the next one logs an error in the console.
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  await page.goto(`/shops/sandbox/customers?q=${word}`)
  await expect(page.getByRole('table').getByRole('row').filter({ hasText: word })).toHaveCount(1)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/shops/sandbox/customers/import')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await expectNoSidewaysScroll(page, 'import of customers')
})
