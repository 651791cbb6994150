import type { Locator, Page } from '@playwright/test'
import { looks } from '../kit/accessible'
import { makeCheckout, readCheckout } from '../kit/checkouts'
import { makeCustomer, supportOf } from '../kit/customers'
import { expect, test, type Options } from '../kit/fixtures'

const own = () => crypto.randomUUID().slice(0, 8)
const address = '/shops/sandbox/checkouts/new'
const box = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('textbox', { name, exact: typeof name === 'string' })
const create = (page: Page) => page.getByRole('button', { name: 'Create link' }).first()
const part = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) })
const editor = (page: Page) => page.getByRole('textbox', { name: 'Request as JSON' })
const request = async (page: Page) =>
  JSON.parse(await editor(page).inputValue()) as { checkout: Record<string, unknown> }

async function choose(page: Page, button: string | RegExp, option: string | RegExp) {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('option', { name: option }).click()
}
/** Chooses from a long list by typing. */
async function find(page: Page, button: string | RegExp, text: string, option: string | RegExp) {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('combobox', { name: 'Find in the list' }).fill(text)
  await page.getByRole('option', { name: option }).click()
}
async function createdId(page: Page): Promise<string> {
  await page.waitForURL(/\/checkouts\/[\da-f]{8}-[\da-f-]{27}$/)
  return page.url().split('/').at(-1) ?? ''
}
const sentOf = async (page: Page, id: string) =>
  ((await readCheckout(page.request, id)) as { request: { checkout: Record<string, unknown> } }).request
    .checkout
/** Returns the checkout as the gateway stored it. */
async function atGateway(page: Page, id: string, { username, password }: Options['sandbox']) {
  const { token } = (await readCheckout(page.request, id)) as { token: string }
  const answer = await page.request.get(`/sandbox/ctp/api/checkouts/${token}`, {
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      accept: 'application/json',
      'x-api-version': '2',
    },
  })
  return ((await answer.json()) as { checkout: Record<string, unknown> }).checkout
}

test('amount, description and a key make a link', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/checkouts')
  await page.getByRole('link', { name: 'New checkout' }).first().click()
  await page.waitForURL(`**${address}`)
  const description = `Order ${own()}`
  await expect(box(page, 'Amount')).toBeFocused()
  await page.keyboard.type('149.90')
  await box(page, 'Description').fill(description)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: description })).toBeVisible()
  const shop = (await (await page.request.get('/api/shops/sandbox')).json()) as { notification_url: string }
  expect(await sentOf(page, await createdId(page))).toEqual({
    transaction_type: 'payment',
    // The shop's default number of attempts.
    attempts: 3,
    order: { amount: 14990, currency: 'EUR', description },
    settings: { notification_url: shop.notification_url },
  })
})

test('pressed twice, it makes one', async ({ page, signIn }) => {
  await signIn()
  const description = `Twice ${own()}`
  await page.goto(`${address}?amount=5&description=${encodeURIComponent(description)}`)
  await create(page).dblclick()
  await createdId(page)
  const list = await page.request.get(`/api/shops/sandbox/checkouts?q=${encodeURIComponent(description)}`)
  expect(await list.json()).toMatchObject({ total: 1, alike: false })
})

const link = (name: string) => `https://shop.example/${name}`

test('each field of the interface is set by its own control and arrives at the gateway', async ({
  page,
  signIn,
  sandbox,
}) => {
  test.slow()
  await signIn()
  const description = `Everything ${own()}`
  await page.goto(address)
  await box(page, 'Amount').fill('12.50')
  await find(page, /Currency/, 'USD', /^USD/)
  await choose(page, /What the customer gets to do/, /Have the amount held/)
  await box(page, 'Description').fill(description)
  await box(page, /^Tracking ID/).fill(`${description};b`)
  const until = page.getByRole('group', { name: /Payable until/ })
  await until.getByRole('spinbutton').first().click()
  await page.keyboard.type('301220302121')
  await box(page, /^E-mail/).fill('anna@reader.example')

  for (const title of ['Customer details', 'After payment', 'Payment page', 'Payment methods', 'Contract', 'Travel', 'More'])
    await part(page, title).press('Enter') // prettier-ignore
  const customer = {
    'First name': 'Anna', 'Last name': 'Berg', City: 'New York', Postcode: '10001',
    'Street and number': '1 Main Street', Phone: '+1 212 555 0100', 'Taxpayer ID': '7', 'External ID': 'c-7',
  } // prettier-ignore
  for (const [name, value] of Object.entries(customer)) await box(page, name).fill(value)
  await page.getByLabel('Date of birth', { exact: true }).first().fill('2000-02-29')
  await expect(box(page, 'State')).toHaveCount(0)
  await find(page, /Country/, 'United States', /^United States US$/)
  await box(page, 'State').fill('NY')

  const addresses = {
    'Page after success': 'success', 'Page after a decline': 'decline', 'Page after an error': 'fail',
    'Page after cancelling': 'cancel', 'Notification address': 'notification', 'Card notification address': 'card',
  } // prettier-ignore
  for (const [name, value] of Object.entries(addresses)) await box(page, name).fill(link(value))
  await box(page, 'Return by itself after').fill('0')

  await find(page, /Language/, 'German', /^German/)
  await box(page, 'Button on the result page').fill('On')
  await box(page, 'Payment button').fill('Pay {amount}')
  await expect(page.getByText('Reads: Pay $12.50')).toBeVisible()
  const visible = page.getByRole('group', { name: 'Fields the customer sees' })
  await visible.getByText('Phone').click()
  await visible.getByText('E-mail').click()
  const locked = page.getByRole('group', { name: 'Fields the customer cannot change' })
  await locked.getByText('E-mail', { exact: true }).click()
  await box(page, 'Name on the card').fill('Anna Berg')
  await page.getByText('The customer cannot change it').click()
  await choose(page, /“Save card” toggle/, /^Shown/)
  await choose(page, /Who the card is saved for/, /^You/)
  await box(page, 'Name of the toggle').fill('Keep it')
  await box(page, 'Why it is of use').fill('For later')
  await choose(page, /“Pay with another card” toggle/, /^Hidden/)

  await page.getByRole('button', { name: 'Add Bank card' }).first().click()
  await box(page, 'Only these methods').click()
  await page.keyboard.type('{"apm": {"channel": "x"}}')
  await page.keyboard.press('Enter')
  await box(page, 'Not these brands and wallets').fill('maestro,')
  await page.getByRole('button', { name: 'Add Apple Pay' }).click()

  await box(page, 'Lines on the receipt').fill('One\nTwo')
  for (const name of ['Recurring', 'One-click', 'Payout', 'Card on file'])
    await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check({ force: true })
  await choose(page, /Who charges the saved card/, /^You/)
  await choose(page, /Why it is charged/, /^No-show/)
  await box(page, 'AVS/CVC verification').fill('{"avs": {"codes": ["A"]}}')

  await box(page, 'Agency code (IATA)').fill('15')
  await box(page, 'Agency name').fill('Agency')
  await box(page, 'Ticket number').fill('12345678901234')
  await box(page, 'Booking number').fill('ABCDEF')
  await choose(page, /Can the ticket be returned/, /^No 1/)
  await page.getByRole('button', { name: 'Add a leg' }).click()
  const leg = page.getByRole('group', { name: 'Leg 1' })
  const legTexts = {
    'Airline code': 'B2', 'Flight number': '811', Class: 'Y', 'Coupon number': '1', 'From airport': 'VIE',
    'From city': 'Vienna', 'From country': 'AT', 'To airport': 'BER', 'To city': 'Berlin', 'To country': 'DE',
  } // prettier-ignore
  for (const [name, value] of Object.entries(legTexts)) await box(leg, name).fill(value)
  await leg.getByLabel('Departure').fill('2030-05-26T05:15')
  await leg.getByLabel('Arrival').fill('2030-05-26T07:30')
  await choose(page, /Stop-over/, /^Transit/)
  await page.getByRole('button', { name: 'Add a passenger' }).click()
  const passenger = page.getByRole('group', { name: 'Passenger 1' })
  await box(passenger, 'First name').fill('Anna')
  await box(passenger, 'Last name').fill('Berg')

  await page.getByText('Test checkout', { exact: true }).click()
  await page.getByText('Open other services inside the widget').click()
  await box(page, /^Attempts/).fill('5')
  await box(page, 'Billing descriptor').fill('PAPER*1')

  const expected = {
    transaction_type: 'authorization',
    attempts: 5,
    dynamic_billing_descriptor: 'PAPER*1',
    test: true,
    iframe: true,
    order: {
      amount: 1250,
      currency: 'USD',
      description,
      tracking_id: `${description};b`,
      expired_at: expect.stringMatching(/^2030-12-30T21:21:00[+-]\d\d:\d\d$/) as unknown,
      additional_data: {
        receipt_text: ['One', 'Two'],
        contract: ['recurring', 'oneclick', 'credit', 'card_on_file'],
        avs_cvc_verification: { avs: { codes: ['A'] } },
        card_on_file: { initiator: 'merchant', type: 'no_show' },
      },
    },
    settings: {
      success_url: link('success'),
      decline_url: link('decline'),
      fail_url: link('fail'),
      cancel_url: link('cancel'),
      notification_url: link('notification'),
      card_notification_url: link('card'),
      auto_return: '0',
      button_text: 'Pay {amount}',
      button_next_text: 'On',
      language: 'de',
      customer_fields: { visible: ['phone', 'email'], read_only: ['email'] },
      credit_card_fields: { holder: 'Anna Berg', read_only: ['holder'] },
      save_card_toggle: { display: true, customer_contract: true, text: 'Keep it', hint: 'For later' },
      another_card_toggle: { display: false },
    },
    customer: {
      email: 'anna@reader.example',
      first_name: 'Anna',
      last_name: 'Berg',
      address: '1 Main Street',
      city: 'New York',
      state: 'NY',
      zip: '10001',
      country: 'US',
      phone: '+1 212 555 0100',
      birth_date: '2000-02-29',
      taxpayer_id: '7',
      external_id: 'c-7',
    },
    payment_method: {
      types: ['credit_card', { apm: { channel: 'x' } }],
      excluded_brands: ['maestro', 'apple_pay'],
    },
    travel: {
      airline: {
        agency_code: '15',
        agency_name: 'Agency',
        ticket_number: '12345678901234',
        booking_number: 'ABCDEF',
        restricted_ticked_indicator: '1',
        legs: [
          {
            airline_code: 'B2',
            flight_number: '811',
            class: 'Y',
            coupon: '1',
            originating_airport_code: 'VIE',
            originating_city: 'Vienna',
            originating_country: 'AT',
            departure_date_time: '2030-05-26T05:15:00',
            destination_airport_code: 'BER',
            destination_city: 'Berlin',
            destination_country: 'DE',
            arrival_date_time: '2030-05-26T07:30:00',
            stop_over_code: 'X',
          },
        ],
        passengers: [{ first_name: 'Anna', last_name: 'Berg' }],
      },
    },
  }
  expect((await request(page)).checkout).toEqual(expected)
  await create(page).click()
  const id = await createdId(page)
  expect(await sentOf(page, id)).toEqual(expected)
  const { order, settings, customer: payer, payment_method: methods } = expected
  expect(await atGateway(page, id, sandbox)).toMatchObject({
    order,
    settings,
    customer: payer,
    payment_method: methods,
  })

  // Fields that others make ineffective, and fields that need a card.
  await page.goto(`${address}?amount=1&description=${encodeURIComponent(description)}`)
  for (const title of ['After payment', 'Payment methods']) await part(page, title).click()
  await box(page, 'Page after success').fill(link('success'))
  await box(page, 'Return page').fill(link('return'))
  await expect(box(page, 'Page after success')).toHaveCount(0)
  await expect(page.getByText('success_url is not sent').first()).toBeVisible()
  await box(page, 'Not these methods').fill('erip')
  await page.keyboard.press('Tab') // Leaving the field applies its value.
  await expect(page.getByText('Pay as soon as the link is opened')).toHaveCount(0)
  const json = await request(page)
  json.checkout.settings = { ...(json.checkout.settings as object), verification_url: link('verification') }
  await editor(page).fill(JSON.stringify(json))
  await expect(box(page, 'Verification address')).toHaveValue(link('verification'))
  await create(page).click()
  expect(await sentOf(page, await createdId(page))).toMatchObject({
    settings: { return_url: link('return'), verification_url: link('verification') },
    payment_method: { excluded_types: ['erip'] },
  })
})

test('JSON that is pasted fills the form, and what has no place in it is said', async ({
  page,
  signIn,
  expectErrors,
}) => {
  expectErrors(/status of 422/)
  await signIn()
  await page.goto(address)
  const description = `Pasted ${own()}`
  const pasted = {
    checkout: {
      transaction_type: 'authorization',
      colour: 'green',
      order: { amount: 700, currency: 'JPY', description },
      settings: { return_url: link('return'), success_url: link('success'), auto_return: 5 },
      payment_method: {
        types: ['erip'],
        excluded_types: ['credit_card'],
        credit_card: { token: 'a-secret' },
      },
    },
  }
  await editor(page).fill('{"checkout": {')
  await expect(page.getByText('This is not JSON yet')).toBeVisible()
  await editor(page).fill(JSON.stringify(pasted))
  await expect(box(page, 'Amount')).toHaveValue('700')
  await expect(box(page, 'Description')).toHaveValue(description)
  const left = page.getByRole('region', { name: 'Left out' })
  await expect(left).toContainText('colour is not known to the gateway')
  await expect(left).toContainText('settings.auto_return is no value this field can have')
  await expect(page.getByText('excluded_types is not sent').last()).toBeVisible()
  // After leaving the field, the editor shows what is sent, with the token masked.
  await box(page, 'Description').focus()
  await expect(editor(page)).not.toHaveValue(/colour|secret/)
  await expect(editor(page)).toHaveValue(/••••/)
  await page.getByRole('tab', { name: 'cURL' }).click()
  await expect(page.getByRole('group', { name: 'cURL' })).toContainText('-u "$SHOP_ID:$SECRET_KEY"')
  await expect(page.getByRole('group', { name: 'cURL' })).not.toContainText('secret"')
  // The gateway's error about the token appears at its field, in a section that was closed.
  await create(page).click()
  await expect(page.getByText('does not exist', { exact: true })).toBeVisible()
  await page.getByLabel('Card token', { exact: true }).fill('')
  await create(page).click()
  const sent = await sentOf(page, await createdId(page))
  expect(sent).toMatchObject({ order: { amount: 700, currency: 'JPY' }, payment_method: { types: ['erip'] } })
  expect(sent.settings).toEqual({ return_url: link('return') })
})

test('a link fills the form and sends nothing; another one like it begins with its fields', async ({
  page,
  signIn,
}) => {
  await signIn()
  const customer = await makeCustomer(page.request, { country: 'DE', city: 'Leipzig' })
  const description = `Linked ${own()}`
  const search = new URLSearchParams({ amount: '12.50', currency: 'usd', description, tracking_id: description, customer: customer.id }) // prettier-ignore
  await page.goto(`${address}?${search}`)
  await expect(box(page, 'Amount')).toHaveValue('12.50')
  await expect(box(page, /^E-mail/)).toHaveValue(customer.email)
  expect((await request(page)).checkout).toMatchObject({
    order: { amount: 1250, currency: 'USD', description, tracking_id: description },
    customer: { first_name: 'Maria', city: 'Leipzig', country: 'DE' },
  })
  const list = () => page.request.get(`/api/shops/sandbox/checkouts?q=${encodeURIComponent(description)}`)
  expect(await (await list()).json()).toMatchObject({ total: 0 })
  await create(page).click()
  const first = await createdId(page)
  expect(await readCheckout(page.request, first)).toMatchObject({ customer_id: customer.id })

  // A tracking ID in use causes a warning, not an error.
  await page.goto(`${address}?amount=1&tracking_id=${encodeURIComponent(description)}`)
  await expect(page.getByText('This tracking ID is used already')).toBeVisible()
  await expect(page.getByRole('link', { name: `Checkout: ${description}` })).toHaveAttribute('href', `/shops/sandbox/checkouts/${first}`) // prettier-ignore

  await page.goto(`${address}?from=${first}`)
  await expect(box(page, 'Description')).toHaveValue(description)
  await expect(box(page, /^Tracking ID/)).toHaveValue('')
  await create(page).click()
  const second = await createdId(page)
  expect(second).not.toBe(first)
  expect(await readCheckout(page.request, second)).toMatchObject({ amount: 1250, customer_id: customer.id })
})

test('a customer is found by typing, and taken away again', async ({ page, signIn }) => {
  await signIn()
  await makeCustomer(page.request)
  const customer = await makeCustomer(page.request, { country: 'US', state: 'NY', zip: '10001' })
  await page.goto(address)
  await page.getByRole('button', { name: 'Find by name, e-mail or phone' }).click()
  await expect(page.getByRole('searchbox', { name: 'Find by name, e-mail or phone' })).toBeFocused()
  await expect(page.getByRole('option').nth(1)).toBeVisible()
  await page.keyboard.type(customer.last_name)
  await expect(page.getByRole('option', { name: 'Maria' })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(box(page, /^E-mail/)).toHaveValue(customer.email)
  await expect(part(page, 'Customer details')).toContainText('5 set')
  await page.getByRole('button', { name: `Remove Maria ${customer.last_name}` }).click()
  await expect(box(page, /^E-mail/)).toHaveValue('')
  await expect(part(page, 'Customer details')).toContainText('none')
})

test('a template is saved, is what new checkouts begin with, and is removed', async ({ page, signIn }) => {
  await signIn()
  const name = `Template ${own()}`
  await page.goto(`${address}?amount=33&currency=USD&description=Monthly&email=a@reader.example`)
  await page.getByRole('button', { name: 'From template' }).click()
  await page.getByRole('menuitem', { name: 'Save as template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as template' })
  await expect(dialog.getByRole('checkbox', { name: 'Customer', exact: true })).not.toBeChecked()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByText('Default of the shop').click()
  await dialog.getByRole('button', { name: 'Save template' }).click()
  await expect(dialog).toBeHidden()

  await page.goto(address)
  await expect(box(page, 'Amount')).toHaveValue('33.00')
  await expect(box(page, 'Description')).toHaveValue('Monthly')
  await expect(box(page, /^E-mail/)).toHaveValue('')

  await page.getByRole('button', { name: 'From template' }).click()
  await page.getByRole('menuitem', { name: 'Manage templates' }).click()
  const manage = page.getByRole('dialog', { name: 'Manage templates' })
  await manage.getByRole('button', { name: `No default: ${name}` }).click()
  await manage.getByRole('button', { name: `Rename ${name}` }).click()
  await manage.getByLabel('Name').fill(`${name} B`)
  await page.keyboard.press('Enter')
  await expect(manage.getByRole('button', { name: `Make default: ${name} B` })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto(`${address}?description=Kept`)
  await expect(box(page, 'Amount')).toHaveValue('')
  await page.getByRole('button', { name: 'From template' }).click()
  await page.getByRole('menuitem', { name: `${name} B` }).click()
  await expect(box(page, 'Amount')).toHaveValue('33.00')
  await expect(box(page, 'Description')).toHaveValue('Monthly')

  await page.getByRole('button', { name: 'From template' }).click()
  await page.getByRole('menuitem', { name: 'Manage templates' }).click()
  await manage.getByRole('button', { name: `Delete ${name} B` }).click()
  await manage.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(manage.getByText(`${name} B`)).toHaveCount(0)
})

test('what is wrong is said where it is, in a section that opens', async ({
  page,
  signIn,
  sandbox,
  expectErrors,
}) => {
  expectErrors(/status of 422/)
  await signIn()
  await page.goto(address)
  await create(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'attention' })
  await expect(summary).toContainText('Amount: Fill this in')
  await expect(summary).toContainText('Description: Fill this in')
  await expect(box(page, 'Amount')).toBeFocused()

  await editor(page).fill(
    JSON.stringify({
      transaction_type: 'payment',
      order: { amount: 1, currency: 'EUR', description: 'Wrong' },
      customer: { country: 'US', state: 'New York', zip: 'x' },
      settings: { fail_url: 'nowhere', customer_fields: { read_only: ['email'] } },
      travel: { airline: { legs: [{ class: 'Y' }, { class: 'yy' }] } },
    }),
  )
  await create(page).click()
  await expect(page.getByText('A state is two letters, as in NY').last()).toBeVisible()
  await expect(page.getByText('Needed, as the customer cannot fill it in').last()).toBeVisible()
  await expect(summary).toContainText('5 things need attention')
  const leg = page.getByRole('group', { name: 'Leg 2' })
  await expect(leg.getByText('A class is one letter')).toBeVisible()
  await summary.getByRole('button', { name: /^Page after an error/ }).click()
  await expect(box(page, 'Page after an error')).toBeFocused()

  // The gateway’s own error text, at the field that it names.
  const errors = { checkout: { payment_method: { types: { 0: ['is not enabled for this shop'] } }, order: { tracking_id: ['is odd'] } } } // prettier-ignore
  await page.request.post('/sandbox/faults', {
    headers: { authorization: `Basic ${Buffer.from(`${sandbox.username}:${sandbox.password}`).toString('base64')}` },
    data: { endpoint: 'checkouts.create', kind: 'status', status: 422, body: { message: 'Refused', errors }, count: 1 },
  }) // prettier-ignore
  await page.goto(`${address}?amount=1&description=Refused&tracking_id=${own()}`)
  await part(page, 'Payment methods').click()
  await page.getByRole('button', { name: 'Add Bank card' }).first().click()
  await part(page, 'Payment methods').click()
  await expect(box(page, 'Only these methods')).toBeHidden()
  await create(page).click()
  await expect(box(page, 'Only these methods')).toBeVisible()
  await expect(page.getByText('is not enabled for this shop').last()).toBeVisible()
  await expect(page.getByText('is odd').last()).toBeVisible()
})

test('a form that was left half filled is offered again, and without its card', async ({ page, signIn }) => {
  await signIn()
  const description = `Half ${own()}`
  await page.goto(address)
  await box(page, 'Amount').fill('7.50')
  await box(page, 'Description').fill(description)
  await part(page, 'Payment methods').click()
  await box(page, 'Card token')
    .or(page.getByLabel('Card token', { exact: true }))
    .fill('a-secret-token')
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.waitForURL('**/shops/sandbox')
  const stored = await page.evaluate(() => JSON.stringify(window.localStorage))
  expect(stored).toContain(description)
  expect(stored).not.toContain('secret')

  await page.goto(address)
  const offer = page.getByRole('region', { name: 'You left a checkout half filled in' })
  await expect(offer).toContainText(`${description} · €7.50`)
  await expect(box(page, 'Amount')).toHaveValue('')
  await offer.getByRole('button', { name: 'Continue where you left off' }).click()
  await expect(box(page, 'Amount')).toHaveValue('7.50')
  await expect(offer).toBeHidden()
  await create(page).click()
  await createdId(page)
  await page.goto(address)
  await expect(box(page, 'Amount')).toBeFocused()
  await expect(offer).toHaveCount(0)

  await box(page, 'Description').fill('Another')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Another')
  await page.reload()
  await offer.getByRole('button', { name: 'Discard' }).click()
  await page.reload()
  await expect(box(page, 'Amount')).toBeFocused()
  await expect(offer).toHaveCount(0)
})

test('an answer that was lost leads to the checkout that waits for it', async ({
  page,
  signIn,
  sandbox,
  expectErrors,
}) => {
  expectErrors(/status of 504/)
  await signIn()
  const description = `Lost ${own()}`
  await page.request.post('/sandbox/faults', {
    headers: { authorization: `Basic ${Buffer.from(`${sandbox.username}:${sandbox.password}`).toString('base64')}` },
    data: { endpoint: 'checkouts.create', kind: 'status', status: 500, count: 1 },
  }) // prettier-ignore
  await page.goto(`${address}?amount=1&description=${encodeURIComponent(description)}`)
  await create(page).click()
  // The checkout's own page, with its usual texts and actions.
  const panel = page.getByRole('region', { name: 'Nobody knows whether this checkout exists' })
  await expect(panel.getByRole('button', { name: 'It exists…' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'It does not exist…' })).toBeVisible()
  await expect(page.getByText(description).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Look in the list' })).toHaveCount(0)
})

test('support makes checkouts only where the shop lets them', async ({
  page,
  browser,
  baseURL,
  signIn,
  expectErrors,
}) => {
  expectErrors(/status of 403/)
  await signIn()
  const support = await supportOf(browser, page, baseURL)
  await support.goto(address)
  await expect(support.getByRole('heading', { name: 'New checkout' })).toHaveCount(0)
  await support.context().close()
})

for (const look of looks)
  test(`fits and can be read by all: ${look.name}`, async ({ page, signIn }) => {
    test.slow()
    await signIn()
    await look.take(page)
    const { id } = await makeCheckout(page.request)
    await page.goto(`${address}?from=${id}`)
    await expect(box(page, 'Amount')).toHaveValue('12.50')
    await look.expectFit(page, 'closed')
    for (const title of ['Customer details', 'After payment', 'Payment page', 'Payment methods', 'Contract', 'Travel', 'More'])
      await part(page, title).press('Enter') // prettier-ignore
    await page.getByRole('button', { name: 'Add a leg' }).click()
    await page.getByRole('button', { name: 'Add a passenger' }).click()
    const folded = page.getByRole('button', { name: /^Request/ })
    if (await folded.isVisible()) await folded.click()
    await editor(page).fill('{"order": {"amount": "1"}, "colour": 1, "settings": {"auto_pay": true}}')
    await create(page).or(page.getByRole('button', { name: 'Create link' }).last()).filter({ visible: true }).first().click() // prettier-ignore
    await expect(page.getByRole('alert').filter({ hasText: 'attention' })).toBeVisible()
    await look.expectFit(page, 'open')
  })
