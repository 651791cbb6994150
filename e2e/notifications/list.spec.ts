import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { looks } from '../kit/accessible'
import { makeCheckout } from '../kit/checkouts'
import { expect, test } from '../kit/fixtures'
import { idOf, makeProduct, pay, post, transaction } from '../kit/notifications'
import { cards } from '../kit/payer'

const list = '/shops/sandbox/notifications'
const only = (q: string) => `${list}?q=${encodeURIComponent(q)}`
const rowsOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const own = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('a payment arrives while the list is open; held, the list stays, counts and catches up', async ({
  page,
  signIn,
}) => {
  await signIn()
  const sold = await makeProduct(page.request)
  await page.goto(only(sold.name))
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByText('Nothing found')).toBeVisible()
  const rows = rowsOf(page, sold.name)
  await pay(page.request, sold)
  await expect(rows).toHaveCount(1)
  await expect(rows.getByText('new', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused')).toBeVisible()
  await pay(page.request, sold, cards.declined)
  await expect(page.getByText('1 new since you paused')).toBeVisible()
  await pay(page.request, sold)
  await expect(page.getByText('2 new since you paused')).toBeVisible()
  await expect(rows).toHaveCount(1)

  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('new since you paused')).toHaveCount(0)
  await pay(page.request, sold)
  await expect(page.getByText('1 new since you paused')).toBeVisible()
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(rows).toHaveCount(4)
})

test('the list is narrowed by chips, which stand in the address, and kept as a view', async ({
  page,
  signIn,
}) => {
  await signIn()
  const sold = await makeProduct(page.request)
  await pay(page.request, sold)
  await pay(page.request, sold, cards.declined)
  await page.goto(only(sold.name))
  const rows = rowsOf(page, sold.name)
  await expect(rows).toHaveCount(2)

  const chips = page.getByRole('group', { name: 'Filters' })
  await chips.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'failed' }).click()
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Declined')
  await expect(page).toHaveURL(/status=failed/)

  await chips.getByRole('button', { name: 'Received', exact: true }).click()
  // Not today: midnight may pass while this runs.
  await page.getByRole('menuitemradio', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/received_from=\d{4}-\d{2}-\d{2}/)
  await expect(rows).toHaveCount(1)
  await chips.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitemradio', { name: 'Choose amounts…' }).click()
  const amounts = page.getByRole('dialog', { name: 'Amount between' })
  await amounts.getByLabel('At least').fill('20')
  await amounts.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter: Amount' }).click()
  await expect(rows).toHaveCount(1)

  await page.getByRole('button', { name: 'Export' }).click()
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const file = await readFile(await (await started).path(), 'utf8')
  expect(file.trim().split('\n')).toHaveLength(2)
  expect(file).toContain(sold.name)

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Declined')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.goto(list)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Declined' }).click()
  await expect(page).toHaveURL(/status=failed/)
  await expect(rows).toHaveCount(1)
})

test('any value of the payload is found', async ({ page, signIn, sandbox }) => {
  await signIn()
  const [name, rrn] = [own('Order'), `rrn${crypto.randomUUID().slice(0, 8)}`]
  await post(page.request, transaction(name, { payment: { rrn } }), sandbox)
  await idOf(page.request, name)
  await page.goto(only(rrn))
  await expect(rowsOf(page, name)).toHaveCount(1)
})

test('what nothing shows to be true waits in quarantine, counted, and says so', async ({ page, signIn }) => {
  await signIn()
  const name = own('Forged')
  await page.goto(list)
  await post(page.request, transaction(name))
  const views = page.getByRole('navigation', { name: 'Quick views' })
  await expect(views.getByRole('link', { name: /^Not verified ?\d+$/ })).toBeVisible()
  await views.getByRole('link', { name: /^Not verified/ }).click()
  await expect(page).toHaveURL(/authenticity=unverified/)
  await rowsOf(page, name).getByRole('link').click()
  const detail = page.getByRole('complementary', { name: 'Notification' })
  await expect(detail).toContainText('Nothing shows that this is true: A payment of €149.90 was successful.')
  await expect(detail).toContainText('Kept apart (quarantine)')
  await expect(detail.getByRole('button', { name: 'Link by hand' })).toHaveCount(0)
})

test('the keyboard moves, opens, goes on in what is open, and closes', async ({ page, signIn }) => {
  await signIn()
  const sold = await makeProduct(page.request)
  await pay(page.request, sold)
  await pay(page.request, sold, cards.declined)
  await page.goto(only(sold.name))
  const rows = rowsOf(page, sold.name)
  await expect(rows).toHaveCount(2)
  await page.getByRole('textbox', { name: /any reference/ }).press('ArrowDown')
  await expect(rows.nth(0).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('k')
  await expect(rows.nth(0).getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  const detail = page.getByRole('complementary', { name: 'Notification' })
  await expect(detail).toBeFocused()
  await expect(detail).toContainText('Declined')
  await page.keyboard.press('j')
  await expect(detail).toContainText('was successful')
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(detail.getByRole('button', { name: 'Older notification' })).toBeDisabled()
  await page.keyboard.press('k')
  await expect(detail).toContainText('Declined')
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
  await expect(rows.nth(0).getByRole('link')).toBeFocused()
})

test('a notification says in words what it is, and hands out its values and a command', async ({
  page,
  context,
  signIn,
  sandbox,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  const [name, uid] = [own("It's an order"), crypto.randomUUID()]
  const card = { brand: 'visa', last_4: '4242' }
  const first = transaction(name, { uid, status: 'incomplete', credit_card: card })
  const body = transaction(name, { uid, credit_card: card, lines: [{ 'a b': 1 }] })
  await post(page.request, first, sandbox)
  await post(page.request, body, sandbox)
  await page.goto(`${list}/${await idOf(page.request, uid, 'successful')}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('€149.90')
  await expect(page.getByText('A payment of €149.90 was successful.')).toBeVisible()
  await expect(page.getByText('It was paid by card Visa •••• 4242.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'This transaction' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('region', { name: /changed since the previous one/ })).toContainText(
    'transaction.status',
  )

  const payload = page.getByRole('group', { name: 'Payload' })
  const amount = payload.getByRole('listitem').filter({ hasText: /^amount/ })
  await expect(amount).toContainText('14990')
  await expect(amount).toContainText('€149.90')
  await amount.hover()
  await amount.getByRole('button', { name: 'Copy from this line' }).click()
  await page.getByRole('menuitem', { name: 'Copy the path' }).click()
  await expect.poll(() => clipboard(page)).toBe('transaction.amount')
  await amount.getByRole('button', { name: 'Copy from this line' }).click()
  await page.getByRole('menuitem', { name: 'Copy the value' }).click()
  await expect.poll(() => clipboard(page)).toBe('14990')

  await page.getByRole('button', { name: 'Copy as cURL' }).click()
  await expect.poll(() => clipboard(page)).toContain('-u "$SHOP_ID:$SECRET_KEY"')
  const command = await clipboard(page)
  expect(command).toContain(body.replaceAll("'", String.raw`'\''`))
  expect(command).not.toMatch(/authorization/i)
  expect(command).not.toContain(sandbox.password)

  await page.getByRole('region', { name: 'This transaction' }).getByRole('link').first().click()
  await expect(page.getByText('is not complete yet')).toBeVisible()
})

test('one is sent again here, which is kept with the name of who did', async ({ page, signIn, sandbox }) => {
  await signIn()
  const name = own('Order')
  const body = transaction(name)
  await post(page.request, body, sandbox)
  await post(page.request, body, sandbox)
  await page.goto(`${list}?open=${await idOf(page.request, name)}`)
  const detail = page.getByRole('complementary', { name: 'Notification' })
  await expect(detail).toContainText('Delivered twice, recorded once')
  await expect(detail.getByRole('region', { name: 'Deliveries' })).toContainText('the same bytes')
  await detail.getByRole('button', { name: 'Send again here' }).click()
  const dialog = page.getByRole('alertdialog', { name: /Send this notification again/ })
  await expect(dialog).toContainText('The gateway is not told')
  await dialog.getByRole('button', { name: 'Send again here' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(detail.getByRole('region', { name: 'Deliveries' })).toContainText(/Sent again here .+, by /)
})

test('one that is about nothing is linked by hand to a checkout, and the link is taken back', async ({
  page,
  signIn,
  sandbox,
}) => {
  await signIn()
  const name = own('Order')
  const checkout = await makeCheckout(page.request)
  await post(page.request, transaction(name), sandbox)
  const id = await idOf(page.request, name)
  await page.goto(`${only(name)}&linked=false&open=${id}`)
  const changed = page.getByRole('region', { name: 'What it changed here' })
  await expect(changed).toContainText('Nothing yet')
  await changed.getByRole('button', { name: 'Link by hand' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'What is it about?' })
  await expect(dialog.getByRole('button', { name: 'Save the links' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: /Find a checkout/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('searchbox', { name: /Find a checkout/ }).fill(checkout.description)
  await page.getByRole('option', { name: new RegExp(checkout.description) }).click()
  await expect(dialog).toContainText(checkout.description)
  await dialog.getByRole('button', { name: 'Save the links' }).click()
  await expect(changed.getByRole('link', { name: checkout.description })).toBeVisible()
  await expect(changed).toContainText('linked by hand')
  await expect(rowsOf(page, name)).toHaveCount(0) // The filter excludes it now that it is linked.

  await changed.getByRole('button', { name: 'Remove the link to the checkout' }).click()
  await expect(changed).toContainText('Nothing yet')
  await expect(rowsOf(page, name)).toHaveCount(1)
})

test('hostile payloads are shown, whole and harmless', async ({ page, signIn, sandbox }) => {
  await signIn()
  const uid = crypto.randomUUID()
  const text = '\u202e<img src=x onerror=alert(1)> שלום \ud800'
  const hostile = { uid, deep: nested(200), long: 'x'.repeat(300_000), nul: 'a\0b', text }
  await post(page.request, transaction(own('Odd'), hostile), sandbox)
  page.on('dialog', (dialog) => {
    throw new Error(`an alert: ${dialog.message()}`)
  })
  await page.goto(`${list}/${await idOf(page.request, uid)}`)
  const payload = page.getByRole('group', { name: 'Payload' })
  await expect(payload).toContainText(String.raw`"a\u0000b"`)
  await expect(payload).toContainText(String.raw`"\u202e<img src=x onerror=alert(1)> שלום \ud800"`)
  await expect(payload.getByRole('button', { name: 'Show all' })).toBeVisible()
  await payload.getByRole('button', { name: 'Show all' }).click()
  await expect(payload).toContainText('x'.repeat(300_000))
  await payload.getByRole('button', { name: /^deep/ }).click()
  await expect(payload.getByRole('button', { name: /^a ?\{1\}/ })).toHaveCount(1)
})

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })

for (const look of looks) {
  test(`the list and a notification are accessible and fit, ${look.name}`, async ({
    page,
    signIn,
    sandbox,
  }) => {
    test.slow()
    await look.take(page)
    await signIn()
    const name = `${'A very long description, as somebody may send it. '.repeat(4)}${own('end')}`
    const uid = crypto.randomUUID()
    const type = `an_unknown_type_${'x'.repeat(5000)}`
    const long = { uid, type, status: 'a_status_that_nobody_knows' }
    await post(page.request, transaction(name, { ...long, tracking_id: 'x'.repeat(200) }), sandbox)
    await post(
      page.request,
      transaction(name, { ...long, status: 'failed', message: 'No'.repeat(90) }),
      sandbox,
    )
    const id = await idOf(page.request, uid, 'failed')
    await page.goto(list)
    await expect(page.locator('[data-row]').filter({ visible: true }).first()).toBeVisible()
    await look.expectFit(page, list)
    await page.goto(`${list}?open=${id}`)
    await expect(page.getByRole('region', { name: 'Authenticity' })).toBeVisible()
    await look.expectFit(page, 'panel')
    await page.goto(`${list}/${id}`)
    await expect(page.getByRole('region', { name: 'Authenticity' })).toBeVisible()
    await look.expectFit(page, 'page')
    await page.getByRole('button', { name: 'Link by hand' }).click()
    await expect(page.getByRole('dialog', { name: 'What is it about?' })).toBeVisible()
    await look.expectFit(page, 'link dialog')
  })
}

test('on a phone a card leads to the page of the notification', async ({ page, signIn, sandbox }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn()
  const name = own('Order')
  await post(page.request, transaction(name), sandbox)
  const id = await idOf(page.request, name)
  await page.goto(only(name))
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/notifications/${id}$`))
  await expect(page.getByRole('heading', { level: 1, name: '€149.90 · payment' })).toBeVisible()
})
