/** Pages whose session or connection ends. */
import type { Request } from '@playwright/test'
import { expectAccessible } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { again, create, fillCustomer, loseSession, own } from '../kit/session'

test.use({ serviceWorkers: 'allow' })

test('after a session that ended while typing, a sign-in in place sends the request once', async ({
  page,
  owner,
  signIn,
  expectErrors,
}) => {
  expectErrors(/401/)
  await signIn()
  const heading = await fillCustomer(page)
  const orders: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/shops/sandbox/customers'))
      orders.push(request)
  })
  await loseSession(page)
  await create(page).click()
  const dialog = again(page)
  await expect(dialog.getByLabel('E-mail')).toHaveValue(owner.email)
  await expect(dialog.getByLabel('E-mail')).not.toBeEditable()
  await expect(dialog.getByLabel('Password')).toBeFocused()
  await expectAccessible(page, 'sign in again')

  await dialog.getByLabel('Password').fill('wrong')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('wrong')
  await dialog.getByLabel('Password').fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  const keys = orders.map((order) => order.headers()['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

test('closing the sign-in keeps typed values, and the next action asks again', async ({
  page,
  owner,
  signIn,
  expectErrors,
}) => {
  expectErrors(/401/)
  await signIn()
  const heading = await fillCustomer(page)
  await loseSession(page)
  await create(page).click()
  await expect(again(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(again(page)).toBeHidden()
  await expect(page.getByLabel('First name')).toHaveValue('Anna')
  await create(page).click()
  await again(page).getByLabel('Password').fill(owner.password)
  await again(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
})

test('an answer that arrives after the sign-in was closed does not ask again', async ({
  page,
  signIn,
  expectErrors,
}) => {
  expectErrors(/401/)
  await signIn()
  await fillCustomer(page)
  let answerOrder = () => {}
  const isPutOff = new Promise<void>((resolve) => (answerOrder = resolve))
  await page.route('**/api/shops/sandbox/customers', async (route) => {
    await isPutOff
    await route.continue()
  })
  await loseSession(page)
  await create(page).click()
  // A query of the page is refused first, and the order once the dialog is already closed.
  await page.getByLabel('External ID').fill(own())
  await expect(again(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(again(page)).toBeHidden()
  answerOrder()
  await expect(page.getByText('Sign in first').first()).toBeVisible()
  await expect(again(page)).toBeHidden()
  await create(page).click()
  await expect(again(page)).toBeVisible()
})

test('a visit with an ended session leads to sign-in, and from there to the page that was visited', async ({
  page,
  owner,
  signIn,
  expectErrors,
}) => {
  // Requests of the page while it signs out may be refused.
  expectErrors(/401/)
  await signIn()
  await page.goto('/')
  const token = (await page.context().cookies()).find(({ name }) => name === 'next-auth.session-token')
  await page.getByRole('button', { name: /Owner/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  // The kept token looks valid, but its session has ended.
  await page.context().addCookies(token ? [token] : [])
  await page.goto('/shops/sandbox/notifications?sort=-received_at')
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/shops\/sandbox\/notifications\?sort=/)
})

test('signing out clears what the browser keeps of people, here and in other tabs', async ({
  page,
  signIn,
  context,
  expectErrors,
}) => {
  // The other tab sends one more request before it leaves.
  expectErrors(/401/)
  await signIn()
  await page.goto('/shops/sandbox/checkouts/new')
  await page.getByLabel('Description').fill('Half a checkout')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Half a checkout')
  await page.evaluate(() => {
    localStorage.setItem('something', 'else')
    const views = [
      { name: 'Live', search: 'state=live' },
      { name: 'Maria', search: 'q=maria' },
    ]
    localStorage.setItem('counterfoil.views.customers.sandbox', JSON.stringify(views))
  })
  const other = await context.newPage()
  await other.goto('/shops/sandbox')
  await other.getByRole('button', { name: /Owner/ }).click()
  const answered = other.waitForResponse((response) => response.url().endsWith('/api/auth/signout'))
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  expect((await (await answered).allHeaders())['clear-site-data']).toBe('"cache", "storage"')
  await expect(other).toHaveURL(/\/sign-in/)
  await expect(again(page)).toContainText('You signed out in another tab')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  const left = await page.evaluate(() => Object.entries(localStorage) as [string, string][])
  // next-auth writes the time of the event under this key.
  expect(left.filter(([key]) => key !== 'nextauth.message')).toEqual([
    ['counterfoil.views.customers.sandbox', JSON.stringify([{ name: 'Live', search: 'state=live' }])],
  ])
  const cookies = (await context.cookies()).map(({ name }) => name)
  expect(cookies).toContain('counterfoil.known-browser')
  expect(cookies).not.toContain('next-auth.session-token')
})

test('a form outlasts its person signing out in another tab, unseen until they are back', async ({
  page,
  owner,
  signIn,
  context,
  expectErrors,
}) => {
  expectErrors(/401/)
  await signIn()
  const heading = await fillCustomer(page)
  let asked = 0
  page.on('dialog', (shown) => {
    asked += 1
    void shown.dismiss()
  })
  const other = await context.newPage()
  await other.goto('/sign-out')
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(other).toHaveURL(/\/sign-in/)
  await expect(again(page).getByLabel('Password')).toBeFocused()
  await expectAccessible(page, 'signed out in another tab')
  const scrim = again(page).locator('xpath=ancestor::*[contains(@class, "inset-0")]')
  await expect(scrim).toHaveCSS('background-color', await page.evaluate(bodyColor))
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await again(page).getByLabel('Password').fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(again(page)).toHaveCount(0)
  await expect(page.getByLabel('First name')).toHaveValue('Anna')
  await create(page).click()
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  expect(asked).toBe(0)
})

/** Runs in the browser. */
const bodyColor = () => getComputedStyle(document.body).backgroundColor

test('without a connection the frame says so, a visit shows an offline page, and both recover', async ({
  page,
  signIn,
  context,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource|503/)
  await signIn()
  await page.goto('/shops/sandbox/notifications')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const frame = page.getByRole('banner')
  await context.setOffline(true)
  await expect(frame.getByText('No connection to the server')).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeHidden()
  await context.setOffline(false)
  await expect(frame.getByText(/^Gateway/)).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  await context.setOffline(true)
  await expect(frame.getByText('No connection to the server')).toBeVisible()
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No connection to the server' })).toBeVisible()
  await expectAccessible(page, 'no connection')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()

  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible()
  // A page whose scripts have not arrived cannot show the message.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(frame.getByText('No connection to the server')).toBeVisible()
  await context.setOffline(false)
  await expect(frame.getByText('No connection to the server')).toBeHidden()
})

test('a failed load without a connection keeps the page and typed values', async ({
  page,
  signIn,
  context,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED|Failed to (fetch|load)/)
  await signIn()
  await page.goto('/shops/sandbox/products/new')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Typed and unsaved')
  await context.setOffline(true)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByText('could not be loaded')).toBeVisible()
  await expect(name).toHaveValue('Typed and unsaved')
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible()
  await expect(page.getByText('could not be loaded')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(name).toHaveValue('Typed and unsaved')
})

test('the focus stays in the page when a session ends, and goes with its row', async ({ page, signIn }) => {
  await signIn()
  await loseSession(page)
  await signIn()
  await page.goto('/account')
  const end = page.getByRole('button', { name: /^End the session/ })
  await expect(end.first()).toBeVisible()
  const before = await end.count()
  await end.first().press('Enter')
  await expect(end).toHaveCount(before - 1)
  await expect(page.getByRole('main')).toBeFocused()
})
