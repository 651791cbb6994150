import { readFile } from 'node:fs/promises'
import { loseCheckout, makeCheckout, payCheckout, readCheckout } from '../kit/checkouts'
import { supportOf } from '../kit/customers'
import { expect, test } from '../kit/fixtures'
import { cards } from '../kit/payer'

const own = () => crypto.randomUUID().slice(0, 8)

test('the list finds a checkout by one of its tracking IDs, and copies its link with one click', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  const [first, second] = [own(), own()]
  const made = await makeCheckout(page.request, { order: { tracking_id: `${first};${second}` } })
  await page.goto('/shops/sandbox')
  await page.getByRole('link', { name: 'Checkouts' }).click()
  await page.getByRole('search').getByRole('textbox').fill(second)
  const row = page.getByRole('row').filter({ hasText: made.description })
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row.locator('mark')).toHaveText(second)
  await expect(row).toContainText('€12.50')
  await expect(row).toContainText('Open')
  await expect(row).toContainText('nobody has said anything yet')
  await row.getByRole('button', { name: `Copy link of ${made.description}` }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made.redirect_url)
  await row.getByRole('link', { name: made.description }).click()
  await expect(page.getByRole('heading', { level: 1, name: made.description })).toBeVisible()
})

test('a new one’s page has the focus where Enter copies the link, and says how long it can be paid', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  const { id, redirect_url: address } = await makeCheckout(page.request)
  await page.goto('/shops/sandbox/checkouts')
  await page.locator(`a[href$="${id}"]`).click()
  await expect(page.getByRole('button', { name: 'Copy: Payment page' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await expect(page.getByText('23 h 59 min left')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save QR code as PNG' }).click()
  expect((await saved).suggestedFilename()).toBe(`${id}.png`)
  await page.getByRole('tab', { name: 'Frame' }).click()
  await page.getByRole('button', { name: 'Copy HTML' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`<iframe src="${address}"`)
})

test('declined, then paid: both arrive by themselves, with what they rest on', async ({
  page,
  context,
  signIn,
}) => {
  await signIn()
  const { id, redirect_url: address } = await makeCheckout(page.request, { attempts: 2 })
  await page.goto(`/shops/sandbox/checkouts/${id}`)
  const known = page.getByRole('region', { name: 'What is known' })
  await expect(known).toContainText('Nobody has said anything of a payment yet')
  await expect(known).toContainText('2 of 2 attempts are left')

  const payer = await context.newPage()
  await payCheckout(payer, address, cards.declined)
  await expect(known).toContainText('A payment was tried and declined.')
  await expect(known).toContainText('It can be tried once more.')
  await payCheckout(payer, address)
  await expect(known).toContainText('It is paid.')
  await expect(known).toContainText('its signature was verified')
  await expect(page.getByText('This link was used already, and works once.').first()).toBeVisible()
  const payments = page.getByRole('region', { name: 'Payments' }).getByRole('listitem')
  await expect(payments).toHaveCount(2)
  await expect(payments.first()).toContainText('matched by payment token')
  await payments.filter({ hasText: 'Paid' }).getByRole('link').click()
  await expect(page.getByRole('complementary', { name: 'Notification' })).toBeVisible()
})

test('the list hears of a payment without a reload', async ({ page, context, signIn }) => {
  await signIn()
  const { description, redirect_url: address } = await makeCheckout(page.request)
  await page.goto(`/shops/sandbox/checkouts?q=${encodeURIComponent(description)}`)
  const row = page.getByRole('row').filter({ hasText: description })
  await expect(row).toContainText('Open')
  await payCheckout(await context.newPage(), address)
  await expect(row).toContainText('Paid')
  await expect(row).toContainText('signed notification')
  await expect(row.getByRole('button', { name: /^Copy link/ })).toHaveAccessibleName(
    /not possible.*used already/,
  )
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
  await dialog.getByRole('button', { name: 'Reissue even so' }).click()
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(page.getByRole('heading', { level: 1, name: description })).toBeVisible()
  await page.getByRole('link', { name: 'an earlier checkout' }).click()
  await expect(page.getByRole('link', { name: 'a later checkout' })).toBeVisible()
})

test('one that is over is reissued at once, from the list', async ({ page, signIn }) => {
  await signIn()
  const { id, description } = await makeCheckout(page.request, {
    order: { expired_at: new Date(Date.now() + 2500).toISOString().replace(/\.\d+Z/, '+00:00') },
  })
  await page.goto(`/shops/sandbox/checkouts?q=${encodeURIComponent(description)}`)
  const row = page.getByRole('row').filter({ hasText: description })
  // Expired by the clock, without a notification.
  await expect(row).toContainText('Expired')
  await row.getByRole('button', { name: `Actions for ${description}` }).click()
  await page.getByRole('menuitem', { name: 'Reissue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: description })).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(id))
  await page.getByRole('link', { name: 'an earlier checkout' }).click()
  await expect(page).toHaveURL(new RegExp(id))
})

test('one that nobody answered for is explained, and found not to exist', async ({
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
  await dialog.getByRole('button', { name: 'Take it away and make it again' }).click()
  await expect(page).toHaveURL(/\/checkouts\/new\?amount=12\.50&currency=EUR&description=Lost/)
  expect((await page.request.get(`/api/shops/sandbox/checkouts/${id}`)).status()).toBe(404)
})

test('one that nobody answered for, and that exists', async ({
  page,
  signIn,
  sandbox,
  baseURL,
  expectErrors,
}) => {
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

test('the links of several are copied at once, but for those that nobody can pay', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  const tag = own()
  const made = []
  for (const name of ['one', 'two', 'three'])
    made.push(await makeCheckout(page.request, { order: { description: `${tag} ${name}` } }))
  await payCheckout(await context.newPage(), made[0]!.redirect_url)
  await page.goto(`/shops/sandbox/checkouts?q=${tag}&sort=created_at`)
  await expect(page.getByRole('row').filter({ hasText: 'Paid' })).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  const bar = page.getByRole('group', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Copy open links' }).click()
  await expect(page.getByText('2 links are copied. One is left out')).toBeVisible()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  expect(await copied()).toBe(`${made[1]!.redirect_url}\n${made[2]!.redirect_url}`)
  await bar.getByRole('button', { name: 'Other ways to copy' }).click()
  await page.getByRole('menuitem', { name: 'Open ones, with descriptions' }).click()
  const [, ...open] = made
  await expect.poll(copied).toBe(open.map((one) => `${one.description}\t${one.redirect_url}`).join('\n'))
})

test('amounts are typed in major units of a currency', async ({ page, signIn }) => {
  await signIn()
  const tag = own()
  await makeCheckout(page.request, { order: { description: `${tag} dinars`, amount: 9750, currency: 'KWD' } })
  await makeCheckout(page.request, { order: { description: `${tag} euros`, amount: 9750 } })
  await page.goto(`/shops/sandbox/checkouts?q=${tag}`)
  await page.getByRole('button', { name: 'Amount', exact: true }).first().click()
  await page.getByRole('menuitemradio', { name: 'Choose amounts…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Amount between' })
  await dialog.getByRole('button', { name: /Currency/ }).click()
  await page.getByRole('combobox', { name: 'Find in the list' }).fill('KWD')
  await page.getByRole('option', { name: /KWD/ }).click()
  await dialog.getByLabel('At least').fill('9,5')
  await dialog.getByLabel('At most').fill('9.75')
  await dialog.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/amount_from=9500/)
  await expect(page).toHaveURL(/amount_to=9750/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').filter({ hasText: 'dinars' })).toHaveCount(1)
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText('KWD 9.500 – KWD 9.750')
})

test('support sees e-mails masked, and is not offered what it may not do', async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  await signIn()
  const email = `payer.${own()}@example.com`
  const { id, description } = await makeCheckout(page.request, { customer: { email } })
  const guest = await supportOf(browser, page, baseURL)
  await guest.goto(`/shops/sandbox/checkouts?q=${encodeURIComponent(description)}`)
  await expect(guest.getByRole('row').filter({ hasText: description })).toContainText('(Masked)')
  await expect(guest.getByRole('main').getByText(email)).toHaveCount(0)
  await expect(guest.getByRole('link', { name: 'New checkout' })).toHaveCount(0)
  await expect(guest.getByRole('button', { name: 'Export' })).toHaveCount(0)
  await guest.goto(`/shops/sandbox/checkouts/${id}`)
  await expect(guest.getByRole('heading', { level: 1, name: description })).toBeVisible()
  expect(await guest.content()).not.toContain(email)
  await expect(guest.getByRole('button', { name: 'Reissue' })).toHaveCount(0)
  await guest.context().close()
})

test('a checkout that is not known here says so', async ({ page, signIn, expectErrors }) => {
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
  const before = (await (await page.request.get(settings)).json()) as { checkout_query: boolean }
  const { id, redirect_url: address } = await makeCheckout(page.request, {
    settings: { notification_url: 'https://elsewhere.example/notification' },
  })
  await page.goto(`/shops/sandbox/checkouts/${id}`)
  const known = page.getByRole('region', { name: 'What is known' })
  await expect(known).toContainText('It can be paid.')
  if (!before.checkout_query) await expect(known.getByRole('button')).toHaveCount(0)

  const allowed = await page.request.put(settings, { data: { checkout_query: true } })
  expect(allowed.ok(), await allowed.text()).toBe(true)
  // No notification arrives for this one.
  await payCheckout(await context.newPage(), address)
  await page.reload()
  await expect(known).toContainText('not asked yet')
  await known.getByRole('button', { name: 'Check now' }).click()
  await expect(known).toContainText('It is paid.')
  await expect(known).toContainText('The gateway said so when it was asked')
  await page.request.put(settings, { data: { checkout_query: before.checkout_query } })
})

test('what the list shows is saved as a file', async ({ page, signIn }) => {
  await signIn()
  const tag = own()
  const made = await makeCheckout(page.request, {
    order: { description: `${tag} dinars`, amount: 9750, currency: 'KWD', tracking_id: `${tag}-1` },
  })
  await page.goto(`/shops/sandbox/checkouts?q=${tag}`)
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export checkouts' })
  await expect(dialog).toContainText('1 row')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download CSV' }).click()
  const [header = '', row = ''] = (await readFile(await (await saved).path(), 'utf8')).split('\r\n')
  const cells = row.split(',')
  const cell = (name: string) => cells[header.split(',').indexOf(name)]
  expect(['redirect_url', 'state', 'rests_on', 'price', 'currency', 'tracking_id'].map(cell)).toEqual([
    made.redirect_url,
    'open',
    'nothing',
    '9.750',
    'KWD',
    `${tag}-1`,
  ])
})

test('the palette finds checkouts', async ({ page, signIn }) => {
  await signIn()
  const { description } = await makeCheckout(page.request)
  await page.goto('/shops/sandbox')
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k') // Key presses have no effect before hydration.
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.type(description)
  await page.getByRole('menuitem', { name: description }).click()
  await expect(page.getByRole('heading', { level: 1, name: description })).toBeVisible()
})

test('from the form to a copied link: Enter makes it, Enter copies it', async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  await page.goto('/shops/sandbox/checkouts')
  await page.getByRole('link', { name: 'New checkout' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'New checkout' })).toBeVisible()
  await page.getByLabel('Amount', { exact: true }).fill('12.50')
  await page.getByLabel('Description', { exact: true }).fill(`Quick ${own()}`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('button', { name: 'Copy: Payment page' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/\/sandbox\/v2\/checkout\?token=[0-9a-f]{64}$/)
})
