import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './kit/accessible'
import { makeCheckout, payCheckout, readCheckout } from './kit/checkouts'
import { expect, test, type Options } from './kit/fixtures'
import { idOf, post, transaction } from './kit/notifications'
import { cards } from './kit/payer'

const own = () => crypto.randomUUID().slice(0, 8)

/** A payment as a person describes it: a name, a card, about 65 euros. */
const keller = (name: string) => ({
  amount: 6520,
  customer: { email: `${name}@mail.example` },
  billing_address: { first_name: 'Maria', last_name: `Keller${name}` },
  credit_card: { brand: 'visa', last_4: '0000', holder: `MARIA KELLER${name}`, issuer_country: 'DE' },
})

test('a payment’s page shows its history, evidence and actions', async ({ page, signIn, sandbox }) => {
  await signIn()
  const name = own()
  const uid = crypto.randomUUID()
  const times = (minute: number) => ({
    created_at: `2026-11-20T10:0${minute}:00Z`,
    updated_at: `2026-11-20T10:0${minute}:00Z`,
  })
  await post(
    page.request,
    transaction(name, {
      uid,
      ...keller(name),
      ...times(0),
      status: 'failed',
      message: 'Insufficient funds',
      payment: { rrn: '8123456789', auth_code: 'A77', bank_code: '51' },
    }),
    sandbox,
  )
  await idOf(page.request, uid, 'failed')
  await page.goto(`/shops/sandbox/payments/${uid}`)
  await expect(page.getByRole('heading', { level: 1, name: '€65.20' })).toBeVisible()
  const story = page.getByRole('region', { name: 'What happened' })
  await expect(story).toContainText('There was not enough money on the card.')
  await expect(story).toContainText('credentials matched')
  await expect(page.getByRole('region', { name: 'References' })).toContainText('8123456789')
  await expectAccessible(page, 'payment')

  await post(
    page.request,
    transaction(name, { uid, ...keller(name), ...times(2), status: 'successful', message: 'ok' }),
    sandbox,
  )
  await expect(page.getByRole('region', { name: 'Amounts' })).toContainText('Paid')
  await post(
    page.request,
    transaction(name, { uid: own(), parent_uid: uid, type: 'refund', amount: 2000, ...times(4) }),
    sandbox,
  )
  await expect(page.getByRole('region', { name: 'Amounts' })).toContainText('€45.20')
  await page.getByRole('textbox', { name: 'Add a note' }).fill('Maria called')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toContainText(
    'Maria called',
  )
})

test('an amount that no number holds is shown whole on a phone, and not counted', async ({
  page,
  signIn,
  sandbox,
}) => {
  await signIn()
  const uid = crypto.randomUUID()
  const sent = { uid, status: 'successful', amount: '1'.repeat(40), tracking_id: crypto.randomUUID() }
  await post(page.request, transaction(own(), sent), sandbox)
  await idOf(page.request, uid, 'successful')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(`/shops/sandbox/payments/${uid}`)
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText(sent.amount)
  await expect(page.getByRole('region', { name: 'Amounts' })).toContainText(
    'No amount was received that could be counted',
  )
  await expectNoSidewaysScroll(page, 'payment')

  await page.goto(`/shops/sandbox/payments?q=${sent.tracking_id}`)
  const unlinked = page.getByRole('link').getByText('Not linked', { exact: true }).filter({ visible: true })
  await expect(unlinked).toBeInViewport({ ratio: 1 })
})

/** Returns the UID of the checkout's first payment, once it has one. */
async function paymentOf(request: APIRequestContext, id: string): Promise<string> {
  const uids = async () =>
    ((await readCheckout(request, id)).payments as { uid: string }[]).map(({ uid }) => uid)
  await expect.poll(async () => (await uids()).length).toBeGreaterThan(0)
  return (await uids()).at(-1)!
}

test('the page of a declined payment copies the link only while it can be paid', async ({
  page,
  clipboard,
  context,
  signIn,
}) => {
  await signIn()
  const payer = await context.newPage()
  const todo = page.getByRole('region', { name: 'What you can do here' })
  const copy = todo.getByRole('button', { name: /^Copy link of/ })

  const twoTries = await makeCheckout(page.request, { attempts: 2 })
  await payCheckout(payer, twoTries.redirect_url, cards.declined)
  await page.goto(`/shops/sandbox/payments/${await paymentOf(page.request, twoTries.id)}`)
  await expect(todo).toContainText('Send the customer the payment page again.')
  await copy.click()
  await expect.poll(clipboard.read).toBe(twoTries.redirect_url)
  await payCheckout(payer, twoTries.redirect_url)
  await expect.poll(async () => (await readCheckout(page.request, twoTries.id)).state).toBe('paid')
  await page.reload()
  await expect(copy).toHaveAccessibleName(/not possible.*has been used/)
  await expect(todo.getByRole('button', { name: /^Reissue/ })).toHaveCount(0)

  const oneTry = await makeCheckout(page.request)
  await payCheckout(payer, oneTry.redirect_url, cards.declined)
  await page.goto(`/shops/sandbox/payments/${await paymentOf(page.request, oneTry.id)}`)
  await expect(todo).toContainText('The last attempt was declined, and there are none left.')
  await expect(copy).toHaveAccessibleName(/not possible.*there are none left/)
  await expectAccessible(page, 'payment with a dead link')
  await todo.getByRole('button', { name: `Reissue: ${oneTry.description}` }).click()
  await expect(page).toHaveURL(/\/checkouts\//)
  await expect(page.getByRole('heading', { level: 1, name: oneTry.description })).toBeVisible()
})

/** "I paid but have no ticket": the name is Kellr or so, the card ends in 0000, about 65 euros, yesterday. */
async function paidYesterday(page: Page, sandbox: Options['sandbox']) {
  const name = `x${own().replaceAll(/\d/g, 'q')}`
  const uid = crypto.randomUUID()
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  const reported = { ...keller(name), created_at: yesterday, paid_at: yesterday, updated_at: yesterday }
  // Others of that name, with another card or amount.
  for (const other of [{ amount: 9900 }, { credit_card: { brand: 'visa', last_4: '4242' } }])
    await post(page.request, transaction(name, { ...reported, ...other }), sandbox)
  await post(page.request, transaction(name, { ...reported, uid }), sandbox)
  await idOf(page.request, uid)
  return { uid, words: `kellr${name} 0000 65`, found: page.getByRole('menuitem', { name: new RegExp(name) }) }
}

test('the palette finds a payer by a misspelt name, card and approximate amount, in six key presses', async ({
  page,
  signIn,
  sandbox,
}) => {
  await signIn()
  const { uid, words, found } = await paidYesterday(page, sandbox)
  await page.goto('/shops/sandbox')
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.type(words)
  await expect(found.first()).toContainText('Paid')
  await expect(found.first()).toContainText('€65.20')
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  while (presses < 5 && (await found.first().getAttribute('data-focused')) === null) await press('ArrowDown')
  await press('Enter')
  await expect(page).toHaveURL(new RegExp(`/payments/${uid}`))
  expect(presses).toBeLessThanOrEqual(6)
  await expect(page.getByRole('region', { name: 'References' })).toBeVisible()
})

test('on a phone it takes two taps besides typing', async ({ page, signIn, sandbox }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn()
  const { uid, words, found } = await paidYesterday(page, sandbox)
  await page.goto('/shops/sandbox')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.type(words)
  await expect(found.first()).toContainText('€65.20')
  await found.first().click()
  await expect(page).toHaveURL(new RegExp(`/payments/${uid}`))
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await wider()).toBeLessThanOrEqual(0)
})

test('the palette opens what a pasted reference finds with one key press', async ({
  page,
  signIn,
  sandbox,
  clipboard,
}) => {
  await signIn()
  const { uid, found } = await paidYesterday(page, sandbox)
  await page.goto('/shops/sandbox')
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await clipboard.write(` ${uid}\n`)
  await page.keyboard.press('Control+v')
  await expect(found).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/payments/${uid}`))
})

test('the palette names the shops and modes that it searched in vain', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox')
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.type(`nobody${own()}`)
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/^Nothing found in .+ \(sandbox\)$/)
})

test('the list has one row per payment, and finds it', async ({ page, signIn, sandbox }) => {
  await signIn()
  const name = own()
  const uid = crypto.randomUUID()
  await post(page.request, transaction(name, { uid, ...keller(name) }), sandbox)
  await idOf(page.request, uid)
  await page.goto('/shops/sandbox')
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Payments' }).click()
  await page.getByRole('search').getByRole('textbox').fill(`keller${name}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row).toContainText('€65.20')
  await expect(row).toContainText('Paid')
  await expect(row).toContainText(`${name}@mail.example`)
  await expectAccessible(page, 'payments')
  await row.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: '€65.20' })).toBeVisible()
})

test('an unknown payment shows a page of its own, with ways on', async ({ page, signIn, expectErrors }) => {
  expectErrors(/404/)
  await signIn()
  await page.goto('/shops/sandbox/payments/nobody')
  await expect(page.getByText('There is no such payment')).toBeVisible()
  await page.getByRole('link', { name: 'Search the notifications' }).click()
  await expect(page).toHaveURL(/notifications\?q=nobody/)
})

test('the report adds up a day, and each figure leads to its payments', async ({ page, signIn, sandbox }) => {
  await signIn()
  const name = own()
  // A day that only this test uses, long ago.
  const day = new Date(Date.UTC(2012, 0, 1 + Math.floor(Math.random() * 4000)) + 43_200_000)
  const at = { currency: 'OMR', created_at: day.toISOString(), updated_at: day.toISOString() }
  const [paid, declined] = [crypto.randomUUID(), crypto.randomUUID()]
  await post(page.request, transaction(name, { uid: paid, ...keller(name), ...at, amount: 12_345 }), sandbox)
  await post(page.request, transaction(name, { uid: declined, ...at, status: 'failed' }), sandbox)
  await post(
    page.request,
    transaction(name, { uid: own(), parent_uid: paid, type: 'refund', ...at, amount: 2345 }),
    sandbox,
  )
  await idOf(page.request, paid)
  await idOf(page.request, declined, 'failed')
  const date = day.toISOString().slice(0, 10)
  await page.goto('/shops/sandbox/payments')
  await page.getByRole('link', { name: 'Report' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Report' })).toBeVisible()
  await page.getByLabel('From').fill(date)
  await page.getByLabel('To', { exact: true }).fill(date)
  await expect(page).toHaveURL((url) => url.searchParams.getAll('to').includes(date))
  const total = page
    .getByRole('region', { name: 'OMR, by day' })
    .getByRole('row')
    .filter({ hasText: 'Total' })
  await expect(async () => {
    await page.reload()
    await expect(total.getByRole('cell')).toHaveText(
      ['1', /12\.345/, '1', /2\.345 \(1\)/, '–', /10\.000/, /\d:\d\d/, /\d:\d\d/],
      { timeout: 2000 },
    )
  }).toPass()
  await expectAccessible(page, 'payments report')

  // On a sheet of A4 paper, less its margins.
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1000 })
  await expect(page.getByText(/^Sandbox · sandbox · .*\b20\d\d$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expectNoSidewaysScroll(page, 'printed report')
  // Otherwise the total is repeated at the foot of every page.
  await expect(page.locator('tfoot').first()).toHaveCSS('display', 'table-row-group')
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1280, height: 720 })

  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)
  await total.getByRole('link', { name: '1', exact: true }).first().click()
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1)
})
