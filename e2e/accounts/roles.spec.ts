import { looks } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'

test('a viewer reads, and does what an owner allows beyond that', async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  await signIn()
  await page.goto('/shops/sandbox/settings/people')
  const dialog = page.getByRole('dialog')
  await expect(async () => {
    // The dialog has a button of that name, too.
    if (await dialog.isHidden()) await page.getByRole('button', { name: 'Invite' }).click()
    await expect(dialog).toBeVisible({ timeout: 1000 })
  }).toPass()
  await dialog.getByLabel('E-mail').fill('vera@viewer.example')
  await dialog.getByLabel('Name', { exact: true }).fill('Vera View')
  await dialog.getByRole('radio', { name: 'Owner' }).check()
  await expect(dialog.getByText('Also allowed')).toBeHidden()
  await dialog.getByRole('radio', { name: 'Viewer' }).check()
  await dialog.getByText('May make checkouts').click()
  await dialog.getByRole('button', { name: /^Invite/ }).click()
  const link = (await dialog.getByText(/\/invitations#[\w-]{43}$/).textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /Vera View.*Viewer.*May make checkouts/ })).toBeVisible()

  const guest = await (await browser.newContext({ baseURL })).newPage()
  await guest.goto(link)
  await guest.getByLabel('Password').fill('a password for Vera')
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await guest.goto('/shops/sandbox/checkouts')
  await expect(guest.getByRole('link', { name: 'New checkout' }).first()).toBeVisible()
  await guest.goto('/shops/sandbox/customers')
  await expect(guest.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  for (const forOthers of ['New customer', 'Import', 'Export'])
    await expect(guest.getByRole('main').getByText(forOthers, { exact: true })).toHaveCount(0)
  for (const path of ['customers/export', 'products/export', 'payments/export', 'jobs'])
    expect((await guest.request.get(`/api/shops/sandbox/${path}`)).status()).toBe(403)

  // The owner withdraws it.
  await page.getByRole('button', { name: 'Actions for Vera View' }).click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  await dialog.getByText('May make checkouts').click()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /Vera View/ })).not.toContainText('May make checkouts')
  await guest.goto('/shops/sandbox/checkouts/new')
  await expect(guest.getByRole('heading', { name: 'Not for your role' })).toBeVisible()

  // They can read what their role may.
  await guest.goto('/shops/sandbox')
  await guest.getByRole('button', { name: /Vera View/ }).click()
  await guest.getByRole('menuitem', { name: 'What roles may do' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible()
  const own = guest.getByRole('region', { name: 'Viewer' })
  await expect(own.getByText('Your role here')).toBeVisible()
  await guest.context().close()
})

for (const look of looks) {
  test(`roles, ${look.name}`, async ({ page, signIn }) => {
    await look.take(page)
    await signIn()
    await page.goto('/shops/sandbox/settings/people')
    await page.getByRole('link', { name: 'What roles may do' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible()
    const share = page.getByRole('row', { name: /Copy payment links/ })
    await expect(share.getByRole('cell')).toHaveText(['Yes', 'Yes', 'Yes', '–No'])
    await expect(page.getByRole('row', { name: /Create checkouts, and/ }).getByRole('cell')).toHaveText([
      'Yes',
      'Yes',
      'If the shop allows it',
      'If allowed',
    ])
    await look.expectFit(page, 'roles')
  })
}
