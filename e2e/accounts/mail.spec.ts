/** The installation's mail server, and what is mailed to people about their own accounts. */
import { freePort } from '../../scripts/lib/processes/free-port.mjs'
import { expectAccessible } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { openMailServer } from '../kit/mail-server'
import { startServer } from '../kit/own-server'

const port = await freePort()
const first = { email: 'ada@shop.example', password: 'a password of my own' }
const changed = { email: 'ada.new@shop.example', password: 'seven purple umbrellas' }
let mail: Awaited<ReturnType<typeof openMailServer>>
let stop = async () => {}

test.describe.configure({ mode: 'serial' })
test.use({ baseURL: `http://localhost:${port}`, owner: first })
test.beforeAll(async () => {
  mail = await openMailServer()
  stop = await startServer(port, first)
})
test.afterAll(async () => {
  await stop()
  await mail.close()
})

/** The link to this page in the last mail to a person. */
async function linkIn(to: string, page: string): Promise<string> {
  const link = new RegExp(String.raw`http://localhost:${port}/${page}#[\w-]{43}`)
  const find = () => mail.mails.findLast((one) => one.to.includes(to) && link.test(one.text))
  await expect.poll(() => find() !== undefined, { timeout: 30_000 }).toBe(true)
  return link.exec(find()?.text ?? '')?.[0] ?? ''
}

test('an administrator sets up the mail server, and a test mail says whether it works', async ({
  page,
  signIn,
  expectErrors,
}) => {
  expectErrors(/422/)
  await signIn()
  await page.goto('/sign-in')
  await page.goto('/installation')
  await expect(page.getByRole('heading', { level: 1, name: 'Installation' })).toBeVisible()
  await page.getByLabel('Mail server').fill('127.0.0.1')
  await page.getByLabel('Encryption').click()
  await page.getByRole('option', { name: 'None' }).click()
  await page.getByLabel('Port').fill(String(mail.port))
  await page.getByLabel('Address of the sender').fill('office@shop.example')
  await page.getByRole('button', { name: 'Save mail' }).click()
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  // The network is not allowed yet.
  await expect(page.getByText('127.0.0.1 is on this computer or in a closed network')).toBeVisible()
  expect(mail.mails).toEqual([])
  await page.getByLabel('Networks that may be called').fill('127.0.0.0/8')
  await page.getByRole('button', { name: 'Save networks' }).click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(page.getByText(`127.0.0.1 accepted the mail for ${first.email}`)).toBeVisible()
  expect(mail.mails.map(({ to }) => to)).toEqual([[first.email]])
  await expectAccessible(page, 'the installation')
})

test('a forgotten password is replaced by a mailed link, once', async ({ page, expectErrors }) => {
  expectErrors(/404|422/)
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password?' })).toBeVisible()
  await page.getByLabel('E-mail').fill('nobody@shop.example')
  await page.getByRole('button', { name: 'Mail a link' }).click()
  await expect(page.getByRole('status')).toContainText('If nobody@shop.example has an account here')
  await page.goto('/forgotten-password')
  await page.getByLabel('E-mail').fill(first.email)
  await page.getByRole('button', { name: 'Mail a link' }).click()
  await expect(page.getByRole('status')).toContainText(`If ${first.email} has an account here`)
  const link = await linkIn(first.email, 'password-reset')
  expect(mail.mails.some(({ to }) => to.includes('nobody@shop.example'))).toBe(false)

  await page.goto(link)
  await expect(page.getByLabel('E-mail')).toHaveValue(first.email)
  const next = page.getByLabel('New password')
  await next.fill('password1234')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Many people use this password').first()).toBeVisible()
  await next.fill(changed.password)
  await expectAccessible(page, 'a new password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('status')).toContainText('Your new password is set')
  await page.goto('/sign-in')
  await page.goto(link)
  await expect(page.getByText('This link is not valid')).toBeVisible()

  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(first.email)
  await page.getByLabel('Password', { exact: true }).fill(changed.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  // This browser is new to the account.
  const subjects = () => mail.mails.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1])
  await expect.poll(subjects, { timeout: 30_000 }).toContain('New sign-in')
  await expect.poll(subjects).toContain('Your password was changed')
})

test('an e-mail changes when the new address confirms it', async ({
  page,
  signIn,
  browser,
  expectErrors,
}) => {
  expectErrors(/404/)
  await signIn({ email: first.email, password: changed.password })
  await page.goto('/account')
  const section = page.getByRole('region', { name: 'E-mail' })
  await section.getByLabel('New e-mail').fill(changed.email)
  await section.getByRole('button', { name: 'Change e-mail' }).click()
  await expect(section.getByRole('status')).toContainText(`We mailed a link to ${changed.email}`)
  await expect(section.getByLabel('E-mail', { exact: true })).toHaveValue(first.email)
  const link = await linkIn(changed.email, 'confirm-email')
  // The link also works in a browser without a session.
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('button', { name: `Confirm ${changed.email}` })).toBeVisible()
  await elsewhere.context().close()
  await page.goto(link)
  await expectAccessible(page, 'confirming an e-mail')
  await page.getByRole('button', { name: `Confirm ${changed.email}` }).click()
  await expect(page.getByRole('status')).toContainText(`Your e-mail is now ${changed.email}`)
  await page.getByRole('link', { name: 'My account' }).click()
  await expect(section.getByLabel('E-mail', { exact: true })).toHaveValue(changed.email)
  await page.goto(link)
  await expect(page.getByText('This link is not valid')).toBeVisible()
})

test('a missing second factor leads to the page where it is added', async ({
  page,
  signIn,
  expectErrors,
}) => {
  // The page that is still open keeps asking, and is refused.
  expectErrors(/403/)
  await signIn(changed)
  await page.goto('/shops/sandbox/settings/people')
  const rule = page.getByRole('region', { name: 'Second factor' })
  await rule.getByText('Owner', { exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^From .*, you need a second factor here\.$/)).toBeVisible()
  await expectAccessible(page, 'a reminder')
  await rule.getByLabel('Days to add one').fill('0')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await page.goto('/shops/sandbox/products')
  await expect(page).toHaveURL(/\/second-factor\?callbackUrl=/)
  await expect(page.getByRole('heading', { level: 1, name: 'Add a second factor' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add an app' })).toBeVisible()
  await expectAccessible(page, 'a factor that is needed')
})
