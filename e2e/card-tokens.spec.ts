import type { APIRequestContext, Page } from '@playwright/test'
import { looks } from './kit/accessible'
import { makeCustomer, supportOf } from './kit/customers'
import { expect, test } from './kit/fixtures'
import { cards, fillCard } from './kit/payer'

const own = () => crypto.randomUUID().slice(0, 8)
const list = '/shops/sandbox/card-tokens'

async function setPayments(request: APIRequestContext, change: Record<string, boolean>): Promise<void> {
  const set = await request.put('/api/shops/sandbox/payment-settings', { data: change })
  expect(set.status(), await set.text()).toBe(200)
}

/** Stores a card for a unique holder. The amount is random, so that the duplicate check accepts it. */
async function tokenize(request: APIRequestContext, holder: string, customerId?: string): Promise<string> {
  const made = await request.post('/api/shops/sandbox/card-tokens', {
    data: {
      request: {
        amount: 100 + Math.floor(Math.random() * 1e8),
        currency: 'EUR',
        description: 'Membership',
        credit_card: {
          number: cards.success,
          verification_value: '111',
          holder,
          exp_month: '1',
          exp_year: '2039',
        },
        additional_data: { contract: ['recurring', 'oneclick'] },
      },
      customer_id: customerId,
    },
  })
  expect(made.status(), await made.text()).toBe(201)
  return ((await made.json()) as { id: string }).id
}

async function typeCard(page: Page, number: string, holder: string): Promise<void> {
  await page.getByLabel('Card number').pressSequentially(number)
  await page.getByLabel('Name on the card').fill(holder)
  await page.getByLabel('Month').fill('1')
  await page.getByLabel('Year').fill('2039')
  await page.getByRole('textbox', { name: /^Security code/ }).fill('847')
  await page.getByLabel('Amount').fill((1 + Math.random() * 10_000).toFixed(2))
  await page.getByLabel('Description').fill('Membership')
}

const send = (page: Page) => page.getByRole('button', { name: 'Get the token' }).filter({ visible: true })

test('a customer who is asked for a card types it in elsewhere, and its token arrives', async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  await signIn()
  const { last_name: name, email } = await makeCustomer(page.request)
  await page.goto(list)
  await page
    .getByRole('link', { name: /^Ask the customer for a card/ })
    .first()
    .click()
  const description = `Card ${own()}`
  await page.getByLabel('Description').fill(description)
  await page.getByLabel('Customer’s e-mail').fill(email)
  await expect(page.getByRole('checkbox', { name: `Keep the card for Maria ${name}` })).toBeChecked()
  await page.getByText('One-click', { exact: true }).click()
  await expect(page.getByRole('checkbox', { name: /^One-click/ })).toBeChecked()
  await page.getByRole('button', { name: 'Create link' }).filter({ visible: true }).click()
  await page.waitForURL(/\/checkouts\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: description })).toBeVisible()

  const made = (await (await page.request.get(page.url().replace('/shops/', '/api/shops/'))).json()) as {
    redirect_url: string
  }
  const payer = await (await browser.newContext({ baseURL })).newPage()
  await payer.goto(made.redirect_url)
  await fillCard(payer, cards.success)
  await payer.locator('form').getByRole('button').last().click()
  await expect(payer.locator('form')).toHaveCount(0)
  await payer.context().close()

  await page.goto(`${list}?q=${encodeURIComponent(email)}`)
  const row = page.getByRole('row').filter({ hasText: `Maria ${name}` })
  await expect(async () => {
    await page.reload()
    await expect(row).toBeVisible({ timeout: 1_000 })
  }).toPass()
  for (const text of ['Visa', '0000', 'A BUYER', '12/2039', 'Recurring', 'One-click', 'Checkout'])
    await expect(row).toContainText(text)
  await row.getByRole('link', { name: 'Checkout' }).click()
  await expect(page.getByRole('heading', { level: 1, name: description })).toBeVisible()
})

test('typing in cards is off, explained, and switched on by an owner who was told what it means', async ({
  page,
  signIn,
}) => {
  await signIn()
  await setPayments(page.request, { direct_tokenization: false })
  await page.goto(list)
  await page.getByRole('link', { name: 'Type in a card' }).click()
  await expect(page.getByText('PCI DSS')).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  await page.getByRole('link', { name: 'To the payment settings' }).click()
  await page.getByText('Cards may be typed in here').click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('PCI DSS')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Cards may be typed in here' })).not.toBeChecked()
  await page.getByText('Cards may be typed in here').click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await question.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Cards may be typed in here' })).toBeChecked()
})

test('a card that is typed in becomes a token, and is left nowhere in the browser', async ({
  page,
  context,
  signIn,
}) => {
  await signIn()
  await setPayments(page.request, { direct_tokenization: true, three_d_secure: false })
  await page.goto(`${list}/new`)
  const holder = `Maria K${own()}`
  await page.getByLabel('Card number').pressSequentially('4012000000001007')
  await expect(page.getByText('The check digit does not fit')).toBeVisible()
  await page.getByLabel('Card number').fill('')
  await typeCard(page, cards.frictionless, holder)
  await expect(page.getByLabel('Card number')).toHaveValue('4012 0000 0000 1006')
  await expect(page.getByText('The check digit does not fit')).toHaveCount(0)
  await page.getByLabel('Year').fill('2020')
  await expect(page.getByText('This card has expired.')).toBeVisible()
  await page.getByLabel('Year').fill('2039')
  await page.getByRole('button', { name: /^Travel/ }).click()
  await page.getByLabel('Agency name').fill('Coral')
  await page.getByRole('button', { name: 'Add a leg' }).click()
  const leg = page.getByRole('group', { name: 'Leg 1' })
  await leg.getByLabel('Airline code').fill('B')
  await send(page).click()
  await expect(leg.getByText('An airline is two letters or digits')).toBeVisible()
  await leg.getByLabel('Airline code').fill('B2')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await send(page).click()
  expect((await sent).headers()).not.toHaveProperty('idempotency-key')
  expect((await sent).postDataJSON()).toMatchObject({
    request: { travel: { airline: { agency_name: 'Coral', legs: [{ airline_code: 'B2' }] } } },
  })
  await expect(page.getByRole('heading', { name: 'The token is kept' })).toBeVisible()
  for (const text of ['Visa', '40120000', '1006', '01/2039', holder])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()

  const kept = await page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[]
    return JSON.stringify([
      document.documentElement.outerHTML,
      fields.map(({ value }) => value),
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      location.href,
      history.state,
    ])
  })
  for (const trace of [/4012[ -]?0000[ -]?0000[ -]?1006/, /(?<![\da-z])847(?![\da-z])/i])
    expect(`${kept} ${JSON.stringify(await context.storageState())}`).not.toMatch(trace)

  await page.getByRole('link', { name: 'Open the token' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Visa •••• 1006$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Reveal' }).click()
  const token = page.locator('code').filter({ hasText: /^[0-9a-f]{64}$/ })
  await expect(token).toBeVisible()
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(token).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.waitForURL(list)
  await page.getByRole('search').getByRole('textbox').fill(holder)
  await expect(page.getByText('Nothing found')).toBeVisible()
})

test('a card that is kept under several tokens is one in the list, with its tokens beneath', async ({
  page,
  signIn,
}) => {
  await signIn()
  await setPayments(page.request, { direct_tokenization: true, three_d_secure: false })
  const { id: customer } = await makeCustomer(page.request)
  const holders = [`First ${own()}`, `Second ${own()}`, `Third ${own()}`] as const
  const ids: string[] = []
  for (const holder of holders) ids.push(await tokenize(page.request, holder, customer))

  await page.goto(`${list}?customer_id=${customer}`)
  const rows = page.getByRole('row').filter({ hasText: / 0000/ })
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('1 card', { exact: true })).toBeVisible()
  for (const [at, holder] of holders.toReversed().entries()) await expect(rows.nth(at)).toContainText(holder)
  await expect(rows.filter({ hasText: /[0-9]+ tokens/ })).toHaveCount(1)
  await rows.nth(2).getByRole('link').first().click()
  await expect(page).toHaveURL(`${list}/${ids[0]}`)

  await page.goBack()
  await page.getByRole('button', { name: 'Rows' }).first().click()
  await page.getByRole('menuitemradio', { name: 'Each token' }).click()
  await expect(page.getByText('3 tokens', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/per=token/)
})

test('what the gateway refuses lands on its field, and what was not answered is not sent again by itself', async ({
  page,
  signIn,
  sandbox,
  expectErrors,
}) => {
  expectErrors(/409|422|504/)
  await signIn()
  await setPayments(page.request, { direct_tokenization: true, three_d_secure: false })
  const authorization = `Basic ${Buffer.from(`${sandbox.username}:${sandbox.password}`).toString('base64')}`
  const fault = async (data: Record<string, unknown>) => {
    const ordered = await page.request.post('/sandbox/faults', {
      headers: { authorization },
      data: { endpoint: 'tokenizations.create', ...data },
    })
    expect(ordered.ok()).toBe(true)
  }
  await page.goto(`${list}/new`)
  await send(page).click()
  await expect(page.getByText(/things need attention/)).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeFocused()

  await typeCard(page, cards.success, 'A BUYER')
  const refusal = { message: 'Zip is odd.', errors: { billing_address: { zip: ['is odd'] } } }
  await fault({ kind: 'status', status: 422, body: { response: refusal } })
  await send(page).click()
  await expect(page.getByLabel('Postcode')).toBeVisible()
  await expect(page.getByText('is odd', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue('')

  await page.reload()
  await typeCard(page, cards.success, 'A BUYER')
  const amount = await page.getByLabel('Amount').inputValue()
  await fault({ kind: 'lost' })
  await send(page).click()
  const lost = page.getByRole('region', { name: 'Nobody knows whether there is a token' })
  await expect(lost).toBeFocused()
  await expect(page.getByText(/needs? attention/)).toHaveCount(0)
  await page.getByLabel('Card number').fill(cards.success)
  await expect(page.getByLabel('Amount')).toHaveValue(amount)
  await send(page).click()
  await expect(page.getByRole('region', { name: 'The gateway refused this as a duplicate' })).toBeVisible()
})

for (const look of looks) {
  test(`card tokens and what opens there, ${look.name}`, async ({
    page,
    signIn,
    browser,
    baseURL,
    expectErrors,
  }) => {
    expectErrors(/404/)
    test.slow()
    await look.take(page)
    await signIn()
    await setPayments(page.request, { direct_tokenization: true, three_d_secure: true })
    await setPayments(page.request, { three_d_secure: false })
    const holder = `Wolfeschlegelsteinhausen ${own()}`
    const id = await tokenize(page.request, holder)
    for (const path of ['', '?q=wolfe', '?expiry=expired', '/ask', '/new', `/${id}`, '/nope']) {
      await page.goto(`${list}${path}`)
      await expect(page.locator('h1').first()).toBeVisible()
      await look.expectFit(page, path)
    }
    await page.goto(`${list}/${id}`)
    await page.getByRole('button', { name: 'Reveal' }).click()
    await expect(page.getByRole('button', { name: 'Hide' })).toBeVisible()
    await look.expectFit(page, 'revealed')
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await look.expectFit(page, 'removing')

    await page.goto(`${list}/new`)
    for (const section of ['What the token is for', 'Customer', 'Billing address', '3-D Secure', 'More'])
      await page.getByRole('button', { name: new RegExp(`^${section}`) }).click()
    await look.expectFit(page, 'typing')
    await typeCard(page, cards.success, 'A BUYER')
    await send(page).click()
    await expect(page.getByRole('heading', { name: 'The token is kept' })).toBeVisible()
    await look.expectFit(page, 'result')

    await setPayments(page.request, { direct_tokenization: false })
    await page.goto(`${list}/new`)
    await look.expectFit(page, 'switched off')
    await page.goto('/shops/sandbox/settings/payments')
    await look.expectFit(page, 'settings')

    const guest = await supportOf(browser, page, baseURL)
    await look.take(guest)
    for (const path of [list, '/shops/sandbox/settings/payments']) {
      await guest.goto(path)
      await expect(guest.locator('h1').first()).toBeVisible()
      await look.expectFit(guest, `support ${path}`)
    }
    await guest.context().close()
  })
}
