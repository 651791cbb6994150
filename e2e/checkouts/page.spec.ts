import { loseCheckout, makeCheckout, payCheckout, readCheckout } from '../kit/checkouts'
import { expect, test } from '../kit/fixtures'
import { cards } from '../kit/payer'

const own = () => crypto.randomUUID().slice(0, 8)

test('the page of a new checkout focuses the copy button, and says how long it can be paid', async ({
  page,
  clipboard,
  signIn,
}) => {
  await signIn()
  const { id, redirect_url: address } = await makeCheckout(page.request)
  await page.goto('/shops/sandbox/checkouts')
  await page.locator(`a[href$="${id}"]`).click()
  await expect(page.getByRole('button', { name: 'Copy: Payment page' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1)
  await expect.poll(clipboard.read).toBe(address)
  await expect(page.getByText('23 h 59 min left')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save QR code as PNG' }).click()
  expect((await saved).suggestedFilename()).toBe(`${id}.png`)
  await page.getByRole('tab', { name: 'Frame' }).click()
  await page.getByRole('button', { name: 'Copy HTML' }).click()
  await expect.poll(clipboard.read).toContain(`<iframe src="${address}"`)
})

test('declined, then paid: both arrive live, with their evidence', async ({ page, context, signIn }) => {
  await signIn()
  const { id, redirect_url: address } = await makeCheckout(page.request, { attempts: 2 })
  await page.goto(`/shops/sandbox/checkouts/${id}`)
  const known = page.getByRole('region', { name: 'What is known' })
  await expect(known).toContainText('No payment has been reported yet')
  await expect(known).toContainText('2 of 2 attempts are left')

  const payer = await context.newPage()
  await payCheckout(payer, address, cards.declined)
  await expect(known).toContainText('A payment was tried and declined.')
  await expect(known).toContainText('It can be tried once more.')
  await payCheckout(payer, address)
  await expect(known).toContainText('It is paid.')
  await expect(known).toContainText('its signature was verified')
  await expect(page.getByText('This link works once and has been used.').first()).toBeVisible()
  const payments = page.getByRole('region', { name: 'Payments' }).getByRole('listitem')
  await expect(payments).toHaveCount(2)
  await expect(payments.first()).toContainText('matched by payment token')
  await payments.filter({ hasText: 'Paid' }).getByRole('link').click()
  await expect(page.getByRole('complementary', { name: 'Notification' })).toBeVisible()
})

test('a reissue asks where the customer might pay twice', async ({ page, signIn, expectErrors }) => {
  expectErrors(/status of 409/)
  await signIn()
  const { id, description } = await makeCheckout(page.request)
  await page.goto(`/shops/sandbox/checkouts/${id}`)
  await page.getByRole('button', { name: 'Reissue' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'The customer might pay twice' })
  await expect(dialog).toContainText('The old link is still open')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Reissue' }).click()
  await dialog.getByRole('button', { name: 'Reissue anyway' }).click()
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(page.getByRole('heading', { level: 1, name: description })).toBeVisible()
  await page.getByRole('link', { name: 'an earlier checkout' }).click()
  await expect(page.getByRole('link', { name: 'a later checkout' })).toBeVisible()
})

test('an unconfirmed checkout is explained, and found not to exist', async ({
  page,
  signIn,
  sandbox,
  expectErrors,
}) => {
  // The page is requested once more before it is left.
  expectErrors(/status of 404/)
  await signIn()
  const description = `Lost ${own()}`
  const id = await loseCheckout(page, sandbox, description)
  await page.goto(`/shops/sandbox/checkouts?state=unconfirmed&q=${encodeURIComponent(description)}`)
  await page.getByRole('link', { name: description, exact: true }).click()
  const way = page.getByRole('region', { name: 'Nobody knows whether this checkout exists' })
  await expect(way).toContainText('keeps no list of checkouts')
  await expect(page.getByRole('button', { name: 'Reissue' })).toHaveCount(0)
  await way.getByRole('button', { name: 'It does not exist…' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Take it away?' })
  await dialog.getByRole('button', { name: 'Remove it and create it again' }).click()
  await expect(page).toHaveURL(/\/checkouts\/new\?amount=12\.50&currency=EUR&description=Lost/)
  expect((await page.request.get(`/api/shops/sandbox/checkouts/${id}`)).status()).toBe(404)

  const other = await loseCheckout(page, sandbox, `Lost ${own()}`)
  await page.goto(`/shops/sandbox/checkouts/${other}`)
  await way.getByRole('button', { name: 'It does not exist…' }).press('Enter')
  await dialog.getByRole('button', { name: 'Take it away', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Checkouts' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('an unconfirmed checkout that exists', async ({ page, signIn, sandbox, baseURL, expectErrors }) => {
  expectErrors(/status of 4(09|22)/)
  await signIn()
  const id = await loseCheckout(page, sandbox, `Lost ${own()}`)
  await page.goto(`/shops/sandbox/checkouts/${id}`)
  await page.getByRole('button', { name: 'It exists…' }).click()
  const field = page.getByLabel('Address of the payment page')
  await expect(field).toBeFocused()
  await field.fill('somewhere')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(field).toHaveAccessibleDescription(/address/i)
  const address = `${baseURL}/sandbox/v2/checkout?token=${'a'.repeat(64)}`
  await field.fill(address)
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the payment page' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy: Payment page' })).toBeVisible()
  expect(await readCheckout(page.request, id)).toMatchObject({ state: 'open', redirect_url: address })
})

test('an unknown checkout shows a page of its own', async ({ page, signIn, expectErrors }) => {
  expectErrors(/404/)
  await signIn()
  for (const id of [crypto.randomUUID(), 'nothing']) {
    await page.goto(`/shops/sandbox/checkouts/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'No checkout with this ID' })).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: 'To the checkouts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Checkouts' })).toBeVisible()
})

test('where the gateway can be asked, “Check now” does, and says when', async ({ page, context, signIn }) => {
  await signIn()
  const settings = '/api/shops/sandbox/payment-settings'
  const before = (await (await page.request.get(settings)).json()) as {
    checkout_query: boolean
    version: number
  }
  const { id, redirect_url: address } = await makeCheckout(page.request, {
    settings: { notification_url: 'https://elsewhere.example/notification' },
  })
  await page.goto(`/shops/sandbox/checkouts/${id}`)
  const known = page.getByRole('region', { name: 'What is known' })
  await expect(known).toContainText('It can be paid.')
  if (!before.checkout_query) await expect(known.getByRole('button')).toHaveCount(0)

  const allowed = await page.request.put(settings, {
    data: { checkout_query: true, version: before.version },
  })
  expect(allowed.ok(), await allowed.text()).toBe(true)
  // No notification arrives for this one.
  await payCheckout(await context.newPage(), address)
  await page.reload()
  await expect(known).toContainText('not asked yet')
  await known.getByRole('button', { name: 'Check now' }).click()
  await expect(known).toContainText('It is paid.')
  await expect(known).toContainText('The gateway reported it when asked')
  const { version } = (await allowed.json()) as { version: number }
  const back = { checkout_query: before.checkout_query, version }
  expect((await page.request.put(settings, { data: back })).ok()).toBe(true)
})
