import type { Browser, Page } from '@playwright/test'
import { expectAccessible, looks } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'

const password = 'a password for Nia'

/** Invites through the page and returns the link. */
async function invite(page: Page, { email, name, role }: { email: string; name: string; role: string }) {
  await page.goto('/shops/sandbox/settings/people')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Invite' }).click()
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('radio', { name: role }).check()
  await dialog.getByRole('button', { name: /^Invite/ }).click()
  await expect(dialog.getByText('this installation has no mail server')).toBeVisible()
  const link = await dialog.getByText(/\/invitations#[\w-]{43}$/).textContent()
  return link ?? ''
}

/** Opens a page for another person, in a separate browser context. */
async function guestOf(browser: Browser, baseURL = ''): Promise<Page> {
  return (await browser.newContext({ baseURL })).newPage()
}

async function choose(page: Page, person: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${person}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('somebody joins by a link, sees what support may see, and is refused once disabled', async ({
  page,
  clipboard,
  signIn,
  browser,
  baseURL,
}) => {
  await signIn()
  const link = await invite(page, { email: 'Nia@Shop.example', name: 'Nia Öz', role: 'Support' })
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(clipboard.read).toBe(link)
  await page.getByRole('button', { name: 'Done' }).click()
  const invitations = page.getByRole('table', { name: 'Invitations' })
  await expect(invitations.getByRole('row', { name: /Nia Öz nia@shop\.example Support/ })).toBeVisible()

  const guest = await guestOf(browser, baseURL)
  const opened = await guest.goto(link)
  expect(opened?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer' })
  expect(opened?.headers()['cache-control']).toContain('no-store')
  await expect(guest.getByRole('heading', { name: 'Join Sandbox' })).toBeVisible()
  await expect(guest.getByLabel('E-mail')).toHaveValue('nia@shop.example')
  await guest.getByLabel('Password').fill('short')
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest.getByText('At least 12 characters', { exact: true }).first()).toBeVisible()
  await guest.getByLabel('Password').fill(password)
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  // The owner's page updates without a reload.
  const people = page.getByRole('table', { name: 'People' })
  await expect(people.getByRole('row', { name: /Nia Öz nia@shop\.example Support/ })).toBeVisible()
  await expect(invitations).toBeHidden()

  await expect(guest.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
  for (const section of ['Settings', 'Jobs'])
    await expect(guest.getByRole('link', { name: section, exact: true })).toHaveCount(0)
  for (const forOthers of ['New product', 'Import', 'Export'])
    await expect(guest.getByRole('main').getByText(forOthers, { exact: true })).toHaveCount(0)
  await guest.goto('/shops/sandbox/settings/people')
  await expect(guest.getByRole('heading', { name: 'Only owners manage people' })).toBeVisible()
  await guest.goto('/shops/sandbox/jobs')
  await expect(guest.getByRole('heading', { name: 'Not for your role' })).toBeVisible()
  for (const path of ['people', 'invitations', 'products/export', 'jobs'])
    expect((await guest.request.get(`/api/shops/sandbox/${path}`)).status()).toBe(403)

  await choose(page, 'Nia Öz', 'Disable')
  await expect(page.getByRole('alertdialog')).toContainText('Sandbox')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await expect(people.getByRole('row', { name: /Nia Öz .* Disabled/ })).toBeVisible()
  // The open page of a disabled person closes without a reload.
  await expect(guest.getByRole('heading', { name: 'You no longer have access to Sandbox' })).toBeVisible()
  await expect(guest.getByRole('navigation')).toHaveCount(0)
  expect((await guest.request.get('/api/shops/sandbox/products')).status()).toBe(404)
  await guest.goto('/')
  await expect(guest.getByRole('heading', { name: 'You are not in any shop' })).toBeVisible()

  await choose(page, 'Nia Öz', 'Enable')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enable' }).click()
  await expect(people.getByRole('row', { name: /Nia Öz .* Active/ })).toBeVisible()
  await guest.goto('/shops/sandbox/products')
  await expect(guest.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await choose(page, 'Nia Öz', 'End all sessions')
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all sessions' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  expect((await guest.request.get('/api/shops/sandbox/products')).status()).toBe(401)
  await guest.context().close()
})

test('a link says plainly why it cannot be used', async ({ page, signIn, browser, baseURL }) => {
  await signIn()
  const first = await invite(page, { email: 'ola@shop.example', name: 'Ola', role: 'Manager' })
  // A signed-in person cannot accept someone else's invitation.
  await page.goto(first)
  await expect(page.getByText('This invitation is for ola@shop.example.')).toBeVisible()
  await page.goto('/shops/sandbox/settings/people')
  await choose(page, 'Ola', 'New link')
  await page.getByRole('alertdialog').getByRole('button', { name: 'New link' }).click()
  const second = (await page.getByText(/\/invitations#[\w-]{43}$/).textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()

  const guest = await guestOf(browser, baseURL)
  await guest.goto(first)
  await expect(guest.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
  await guest.goto(second)
  await expect(guest.getByRole('heading', { name: 'Join Sandbox' })).toBeVisible()
  await choose(page, 'Ola', 'Revoke')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('table', { name: 'Invitations' })).toBeHidden()
  await guest.getByLabel('Password').fill(password)
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest.getByText('This invitation was revoked')).toBeVisible()
  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'This invitation was revoked' })).toBeVisible()
  await guest.context().close()
})

for (const look of looks) {
  test(`people and what opens there, ${look.name}`, async ({ page, signIn, browser, baseURL }) => {
    test.slow()
    await look.take(page)
    await signIn()
    const name = `Anna-Magdalena ${'Wilhelmina '.repeat(8)}${look.name}`.slice(0, 100)
    const email = `${'long.'.repeat(20)}${crypto.randomUUID().slice(0, 8)}@shop.example`
    const link = await invite(page, { email, name, role: 'Support' })
    await look.expectFit(page, 'the link')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(email).filter({ visible: true })).toBeVisible()
    await look.expectFit(page, 'people')
    await page.getByRole('button', { name: 'Invite' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look.expectFit(page, 'inviting')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Actions for Owner' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page, 'a menu')

    const guest = await guestOf(browser, baseURL)
    await look.take(guest)
    await guest.goto(link)
    await expect(guest.getByRole('heading', { name: 'Join Sandbox' })).toBeVisible()
    await look.expectFit(guest, 'joining')
    // The address of earlier versions.
    await guest.goto('/invitations/nothing')
    await expect(guest).toHaveURL(/\/invitations#nothing$/)
    await expect(guest.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
    await look.expectFit(guest, 'a link that is not valid')
    await guest.context().close()
  })
}
