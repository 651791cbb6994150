/** Every field of a new checkout, by its control and as JSON. */
import { expect, test } from '../kit/fixtures'
import {
  address,
  atGateway,
  box,
  choose,
  create,
  createdId,
  editor,
  find,
  own,
  part,
  request,
  sentOf,
} from '../kit/new-checkout'

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
  await box(page, 'Return automatically after').fill('0')

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
  await box(page, 'Why it is useful').fill('For later')
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

test('pasted JSON fills the form, and leftovers are listed', async ({ page, signIn, expectErrors }) => {
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
  await expect(page.getByText('This is not a JSON object yet')).toBeVisible()
  await editor(page).fill(JSON.stringify(pasted))
  await expect(box(page, 'Amount')).toHaveValue('700')
  await expect(box(page, 'Description')).toHaveValue(description)
  // The text shown as the request differs from the form, so nothing is sent.
  const broken = '{"checkout": {"order": {"amount": 7000}'
  await editor(page).fill(broken)
  await page.getByRole('tab', { name: 'cURL' }).click()
  await create(page).click()
  await expect(editor(page)).toHaveValue(broken)
  await expect(page.getByText('What you typed is not a JSON object')).toBeVisible()
  await expect(editor(page)).toBeFocused()
  await editor(page).fill(JSON.stringify(pasted))
  await expect(page.getByText('What you typed is not a JSON object')).toBeHidden()
  const left = page.getByRole('region', { name: 'Left out' })
  await expect(left).toContainText('colour is not known to the gateway')
  await expect(left).toContainText('settings.auto_return is not a valid value for this field')
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
  // Browsers fill the password of this address into a masked field that says `off`.
  await expect(page.getByLabel('Card token', { exact: true })).toHaveAttribute('autocomplete', 'new-password')
  await page.getByLabel('Card token', { exact: true }).fill('')
  await create(page).click()
  const sent = await sentOf(page, await createdId(page))
  expect(sent).toMatchObject({ order: { amount: 700, currency: 'JPY' }, payment_method: { types: ['erip'] } })
  expect(sent.settings).toEqual({ return_url: link('return') })
})
