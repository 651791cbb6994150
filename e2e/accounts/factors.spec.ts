/** Second factors, with a virtual authenticator of the browser and an authenticator app. */
import type { CDPSession, Page } from '@playwright/test'
import { freePort } from '../../scripts/lib/processes/free-port.mjs'
import { expectAccessible } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { startServer } from '../kit/own-server'
import { codeOf } from '../kit/totp'

const port = await freePort()
const owner = { email: 'owner@localhost', password: 'a password for factors' }
let stop = async () => {}

test.describe.configure({ mode: 'serial' })
test.use({ baseURL: `http://localhost:${port}`, owner })
test.beforeAll(async () => {
  stop = await startServer(port, owner)
})
test.afterAll(async () => stop())

type Authenticator = { session: CDPSession; id: string }

/** Like a laptop's fingerprint reader. */
async function addAuthenticator(page: Page): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId: id } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, id }
}

const credentialsOf = async ({ session, id }: Authenticator) =>
  (await session.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials

async function signOut(page: Page) {
  await page.context().clearCookies()
  await page.goto('/sign-in')
}
const enterByPasskey = async (page: Page) => {
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await expect(button).toBeEnabled()
  await button.click()
}
const isIn = (page: Page) => expect(page.getByRole('navigation').first()).toBeVisible()
const factors = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Second factor' }) })

/** Fills in the form of the sign-in page. */
async function enterPassword(page: Page) {
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
async function enterCode(page: Page, code: string) {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
/** What the installation recorded about sign-ins and factors, newest first. */
const recorded = async (page: Page) => {
  const answer = await page.request.get('/api/installation/activity?kind=access')
  const { items } = (await answer.json()) as { items: { kind: string; facts: { value: string }[] }[] }
  return items.map(({ kind, facts }) => `${kind} ${facts.map(({ value }) => value).join()}`)
}

test('a passkey signs in alone, a copy of it is refused, and it is removed', async ({
  page,
  signIn,
  expectErrors,
}) => {
  expectErrors(/401/)
  const device = await addAuthenticator(page)
  await signIn()
  await page.goto('/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('My laptop')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(factors(page).getByText('My laptop')).toBeVisible()
  expect(await credentialsOf(device)).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
  const [copy] = await credentialsOf(device)

  for (let time = 0; time < 2; time += 1) {
    await signOut(page)
    await enterByPasskey(page)
    await isIn(page)
  }
  const [original] = await credentialsOf(device)
  expect(original!.signCount).toBeGreaterThan(copy!.signCount)

  // The copy's counter continues from the time of copying.
  await signOut(page)
  await device.session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: device.id })
  const clone = await addAuthenticator(page)
  await clone.session.send('WebAuthn.addCredential', { authenticatorId: clone.id, credential: copy! })
  await enterByPasskey(page)
  await expect(page.getByText('This passkey is not known here.')).toBeVisible()
  await expect(page).toHaveURL(/\/sign-in/)
  await clone.session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: clone.id })

  const back = await addAuthenticator(page)
  await back.session.send('WebAuthn.addCredential', { authenticatorId: back.id, credential: original! })
  await enterByPasskey(page)
  await isIn(page)
  expect(await recorded(page)).toContain('factor.refused cloned_passkey')

  await page.goto('/account')
  await factors(page).getByRole('button', { name: 'Remove My laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(factors(page).getByText('You have none yet.')).toBeVisible()
  await signOut(page)
  await enterByPasskey(page)
  await expect(page.getByText('This passkey is not known here.')).toBeVisible()
})

test('an app is asked for after the password, and each code and recovery code counts once', async ({
  page,
  signIn,
  expectErrors,
  clipboard,
}) => {
  expectErrors(/401|422/)
  await signIn()
  await page.goto('/account')
  await page.getByRole('button', { name: 'Add an app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await expectAccessible(page, 'a new app')
  const secret = (await dialog.locator('code').first().innerText()).replaceAll(/\s/g, '')
  await dialog.getByLabel('Code', { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('This is not the app’s current code.').first()).toBeVisible()
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Add' }).click()
  await page
    .getByRole('alertdialog', { name: 'Your recovery codes' })
    .getByRole('button', { name: 'Copy' })
    .click()
  const [recovery = ''] = (await clipboard.read()).split('\n')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(factors(page).getByText('My phone')).toBeVisible()

  await signOut(page)
  await enterPassword(page)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expectAccessible(page, 'a code')
  // One step early, as if the phone's clock were fast.
  const early = codeOf(secret, 1)
  await enterCode(page, early)
  await isIn(page)
  for (const [code, isTaken] of [
    [early, false],
    [recovery, true],
    [recovery, false],
  ] as const) {
    await signOut(page)
    await enterPassword(page)
    await enterCode(page, code)
    if (isTaken) await isIn(page)
    else await expect(page.getByText('This code is wrong or was used before.')).toBeVisible()
  }
})
