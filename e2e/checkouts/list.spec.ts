import { makeCheckout, payCheckout } from '../kit/checkouts'
import { savedText } from '../kit/page'
import { expect, test } from '../kit/fixtures'

const own = () => crypto.randomUUID().slice(0, 8)

test('the list finds a checkout by one of its tracking IDs, and copies its link with one click', async ({
  page,
  clipboard,
  signIn,
}) => {
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
  await expect(row).toContainText('nothing reported yet')
  await row.getByRole('button', { name: `Copy link of ${made.description}` }).click()
  await expect.poll(clipboard.read).toBe(made.redirect_url)
  await row.getByRole('link', { name: made.description }).click()
  await expect(page.getByRole('heading', { level: 1, name: made.description })).toBeVisible()
})

test('the list hears of a payment without a reload', async ({ page, context, signIn }) => {
  await signIn()
  const { description, redirect_url: address } = await makeCheckout(page.request)
  await page.goto(`/shops/sandbox/checkouts?q=${encodeURIComponent(description)}`)
  const row = page.getByRole('row').filter({ hasText: description })
  await expect(row).toContainText('Open')
  await row.getByRole('checkbox').check()
  await payCheckout(await context.newPage(), address)
  await expect(row).toContainText('Paid')
  await expect(row).toContainText('signed notification')
  await expect(row.getByRole('button', { name: /^Copy link/ })).toHaveAccessibleName(
    /not possible.*has been used/,
  )
  // It was selected while it could be paid.
  await page.getByRole('button', { name: 'Copy open links' }).click()
  await expect(page.getByText('Nothing is copied')).toBeVisible()
})

test('an expired checkout is reissued from the list', async ({ page, signIn }) => {
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

test('the links of several checkouts are copied at once, without dead ones', async ({
  page,
  clipboard,
  context,
  signIn,
}) => {
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
  const copied = clipboard.read
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

test('support sees masked e-mails, and no forbidden actions', async ({ page, signIn, support }) => {
  await signIn()
  const email = `payer.${own()}@example.com`
  const { id, description } = await makeCheckout(page.request, { customer: { email } })
  const guest = await support()
  await guest.goto(`/shops/sandbox/checkouts?q=${encodeURIComponent(description)}`)
  await expect(guest.getByRole('row').filter({ hasText: description })).toContainText('(Masked)')
  await expect(guest.getByRole('main').getByText(email)).toHaveCount(0)
  await expect(guest.getByRole('link', { name: 'New checkout' })).toHaveCount(0)
  await expect(guest.getByRole('button', { name: 'Export' })).toHaveCount(0)
  await guest.goto(`/shops/sandbox/checkouts/${id}`)
  await expect(guest.getByRole('heading', { level: 1, name: description })).toBeVisible()
  expect(await guest.content()).not.toContain(email)
  await expect(guest.getByRole('button', { name: 'Reissue' })).toHaveCount(0)
})

test('the list is exported as shown', async ({ page, signIn }) => {
  await signIn()
  const tag = own()
  const made = await makeCheckout(page.request, {
    order: { description: `${tag} dinars`, amount: 9750, currency: 'KWD', tracking_id: `${tag}-1` },
  })
  await page.goto(`/shops/sandbox/checkouts?q=${tag}`)
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export checkouts' })
  await expect(dialog).toContainText('1 row')
  const text = await savedText(page, dialog.getByRole('link', { name: 'Download CSV' }))
  const [header = '', row = ''] = text.split('\r\n')
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

test('from the form to a copied link: Enter makes it, Enter copies it', async ({
  page,
  clipboard,
  signIn,
}) => {
  await signIn()
  await page.goto('/shops/sandbox/checkouts')
  await page.getByRole('link', { name: 'New checkout' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'New checkout' })).toBeVisible()
  await page.getByLabel('Amount', { exact: true }).fill('12.50')
  await page.getByLabel('Description', { exact: true }).fill(`Quick ${own()}`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('button', { name: 'Copy: Payment page' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(clipboard.read).toMatch(/\/sandbox\/v2\/checkout\?token=[0-9a-f]{64}$/)
})

test('“Reissue” is within reach at 1440 px beside long texts', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn()
  const description = `Order ${crypto.randomUUID()} with a description that is long`
  await makeCheckout(page.request, {
    order: { description, amount: 99999900, expired_at: new Date(Date.now() + 15_000).toISOString() },
    customer: { email: 'a-long-local-part-of-an-address@a-long-subdomain.of-a-shop.example' },
  })
  const row = page.getByRole('row').filter({ hasText: description })
  const reissue = row.getByRole('button', { name: /^Reissue/ })
  await expect(async () => {
    await page.goto('/shops/sandbox/checkouts')
    await expect(reissue).toBeVisible({ timeout: 2000 })
  }).toPass()
  const [box, more] = [
    await reissue.boundingBox(),
    await row.getByRole('button', { name: /^Actions/ }).boundingBox(),
  ]
  expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThan(more?.x ?? 0)
})
