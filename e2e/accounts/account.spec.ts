/** A person's own account: passwords and proofs of identity. */
import type { Page } from '@playwright/test'
import { freePort } from '../../scripts/lib/processes/free-port.mjs'
import { expectAccessible } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { hold } from '../kit/page'
import { startServer } from '../kit/own-server'

const port = await freePort()
const weak = { email: 'owner@localhost', password: 'password' }
const owner = { ...weak, password: 'a password of my own' }
let stop = async () => {}

test.describe.configure({ mode: 'serial' })
test.use({ baseURL: `http://localhost:${port}`, owner })
test.beforeAll(async () => {
  // Three seconds, so that a sign-in is soon not recent.
  stop = await startServer(port, weak, { SIGN_IN_AGAIN_MINUTES: '0.05' })
})
test.afterAll(async () => stop())

const proofDialog = (page: Page) => page.getByRole('dialog', { name: 'Prove that it is you' })
const sessionToken = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'next-auth.session-token')?.value
/** Waits until the last proof is too old. */
const untilProofIsOld = (page: Page) =>
  expect
    .poll(async () => (await page.request.post('/api/account/proof/check')).status(), { timeout: 20_000 })
    .toBe(403)

test('a sign-in with a weak password leads to choosing another one', async ({
  page,
  expectErrors,
  clipboard,
}) => {
  expectErrors(/422/)
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(weak.email)
  await page.getByLabel('Password', { exact: true }).fill(weak.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/new-password/)
  await page.goto('/shops/sandbox/products')
  await expect(page).toHaveURL(/\/new-password\?callbackUrl=/)
  await expectAccessible(page, 'choose a password')
  await page.getByLabel('Your password now').fill(weak.password)
  const next = page.getByLabel('New password')
  await next.fill('password')
  await expect(page.getByText('4 characters more')).toBeVisible()
  await next.fill('password1234')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Many people use this password').first()).toBeVisible()
  // Paste and password managers are welcome.
  await clipboard.write(owner.password)
  await next.fill('')
  await next.press('ControlOrMeta+V')
  await expect(next).toHaveValue(owner.password)
  await expect(next).toHaveAttribute('autocomplete', 'new-password')
  await expect(next).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show what you typed' }).last().click()
  await expect(next).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
})

test('a secret needs a recent sign-in, and is created after it', async ({ page, signIn, expectErrors }) => {
  expectErrors(/403|422/)
  await signIn()
  await page.goto('/shops/sandbox/settings/people')
  const form = page.getByRole('dialog', { name: 'Invite' })
  await page.getByRole('button', { name: 'Invite' }).click()
  await form.getByLabel('E-mail').fill('nia@shop.example')
  await form.getByLabel('Name', { exact: true }).fill('Nia')
  await form.getByRole('radio', { name: 'Support' }).check()
  await untilProofIsOld(page)
  await form.getByRole('button', { name: /^Invite/ }).click()
  const dialog = proofDialog(page)
  await expect(dialog.getByLabel('Password')).toBeFocused()
  await expectAccessible(page, 'a proof')
  await dialog.getByLabel('Password').fill('wrong')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This is not your password').first()).toBeVisible()
  const token = await sessionToken(page)
  await dialog.getByLabel('Password').fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(await sessionToken(page)).not.toBe(token)
  await expect(page.getByRole('dialog').getByText(/\/invitations#[\w-]{43}$/)).toBeVisible()
})

test('closing the sign-in keeps typed values and sends nothing', async ({ page, signIn, expectErrors }) => {
  expectErrors(/403/)
  await signIn()
  await page.goto('/shops/sandbox/customers')
  await page.getByRole('button', { name: 'Export' }).click()
  const exporting = page.getByRole('dialog', { name: /Export/ })
  await expect(exporting).toBeVisible()
  await untilProofIsOld(page)
  let downloads = 0
  page.on('download', () => (downloads += 1))
  await exporting.getByRole('link', { name: 'Download' }).click()
  await proofDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(exporting).toBeVisible()
  expect(downloads).toBe(0)
  const download = page.waitForEvent('download')
  await exporting.getByRole('link', { name: 'Download' }).click()
  await proofDialog(page).getByLabel('Password').fill(owner.password)
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^customers-.*\.csv$/)
})

test('signing out everywhere needs a recent sign-in', async ({ page, signIn, expectErrors }) => {
  expectErrors(/403/)
  await signIn()
  await page.goto('/account')
  const everywhere = page.getByRole('button', { name: 'Sign out everywhere' })
  await expect(everywhere).toBeEnabled()
  await untilProofIsOld(page)
  await everywhere.click()
  await proofDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(proofDialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/account/)
  await everywhere.click()
  await proofDialog(page).getByLabel('Password').fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('what is typed while the profile is saved stays', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/account')
  const name = page.getByLabel('Name', { exact: true })
  const release = await hold(page, '**/api/account')
  await name.fill('Ada')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await name.fill('Ada Bell')
  release()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(name).toHaveValue('Ada Bell')
})
