import { expectAccessible, looks } from './kit/accessible'
import { expect, test } from './kit/fixtures'

const path = '/shops/sandbox/settings/activity'

test('owners read, filter, follow and export the activity', async ({
  page,
  signIn,
  expectErrors,
  support,
}) => {
  expectErrors(/403/)
  await signIn()
  await page.goto('/shops/sandbox/settings/appearance')
  const name = page.getByRole('textbox', { name: 'Public name' })
  await name.fill('Corner Books')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Saved').first()).toBeVisible()

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('heading', { name: 'Activity', exact: true })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Appearance changed' }).first()
  await expect(row).toContainText('Corner Books')

  await page.getByPlaceholder('Person, action, start of an ID').fill('no such thing')
  await expect(page.getByText('Appearance changed')).toHaveCount(0)
  await page.getByPlaceholder('Person, action, start of an ID').fill('appearance')
  await expect(row).toBeVisible()
  await expect(page).toHaveURL(/q=appearance/)

  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Format/ }).click()
  await page.getByRole('option', { name: /JSON/ }).click()
  await expectAccessible(page, 'export of the activity')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download JSON' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^activity-sandbox-.*\.json$/)

  await page.goto('/installation')
  await page.getByRole('link', { name: 'Activity of the installation' }).click()
  await expect(page.getByRole('heading', { name: 'Activity of the installation' })).toBeVisible()
  await expect(page.getByText('Signed in').first()).toBeVisible()
  await expect(page.getByText('Appearance changed')).toHaveCount(0)

  const guest = await support()
  await guest.goto(path)
  await expect(guest.getByRole('heading', { name: 'Only owners see the activity' })).toBeVisible()
})

for (const { name, take, expectFit } of looks)
  test(`the activity, ${name}`, async ({ page, signIn }) => {
    await take(page)
    await signIn()
    for (const [address, heading] of [
      [path, 'Activity'],
      ['/installation/activity', 'Activity of the installation'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
      await expect(page.getByText(/\d+ entr(y|ies)/).first()).toBeVisible()
      await expectFit(page, address)
    }
  })
