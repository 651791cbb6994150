import { looks } from '../kit/accessible'
import { makeCheckout } from '../kit/checkouts'
import { makeCustomer } from '../kit/customers'
import { expect, test } from '../kit/fixtures'
import { hydrated } from '../kit/page'
import { address, box, create, createdId, editor, own, part, sentOf } from '../kit/new-checkout'

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

test('errors appear at their fields, in an opened section', async ({
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

test('support makes checkouts only where the shop lets them', async ({ signIn, expectErrors, support }) => {
  expectErrors(/status of 403/)
  await signIn()
  const guest = await support()
  await guest.goto(address)
  await expect(guest.getByRole('heading', { name: 'New checkout' })).toHaveCount(0)
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

test('a method that is typed but not added yet is sent, or holds the form back', async ({ page, signIn }) => {
  await signIn()
  await page.goto(address)
  await box(page, 'Amount').fill('12')
  await box(page, 'Description').fill(`Typed ${own()}`)
  await part(page, 'Payment methods').click()
  const methods = page.getByLabel('Only these methods').and(page.getByRole('textbox'))
  const list = page.getByRole('group', { name: 'Only these methods' })
  await page.getByRole('button', { name: 'Add bank card' }).first().press('Enter')
  await expect(list).toBeFocused()
  await page.getByRole('button', { name: 'Remove credit_card' }).press('Enter')
  await expect(list).toBeFocused()
  await methods.fill('{"erip": ')
  // Closed: the error opens it again.
  await part(page, 'Payment methods').click()
  await create(page).click()
  await expect(methods).toBeFocused()
  await expect(methods).toHaveAccessibleDescription(/Write it as JSON/)
  await methods.fill('erip')
  await methods.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
  await expect(methods).toHaveValue('erip')
  await methods.press('Control+Enter')
  expect(await sentOf(page, await createdId(page))).toMatchObject({ payment_method: { types: ['erip'] } })
})

test('a method that is in the list already is said to be, and is there once', async ({ page, signIn }) => {
  await signIn()
  await page.goto(address)
  await part(page, 'Payment methods').click()
  const methods = page.getByLabel('Only these methods').and(page.getByRole('textbox'))
  const removes = page.getByRole('button', { name: 'Remove erip' })
  await methods.fill('erip, erip')
  await methods.press('Enter')
  await expect(removes).toHaveCount(1)
  await methods.fill('erip')
  await methods.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'erip: already in the list' })).toBeVisible()
  await expect(removes).toHaveCount(1)
})

test('a date that is only half filled in is not left out silently', async ({ page, signIn }) => {
  await signIn()
  await page.goto(address)
  await box(page, 'Amount').fill('12')
  await box(page, 'Description').fill(`Half ${own()}`)
  await page.getByRole('spinbutton', { name: /^day/ }).press('1')
  await create(page).click()
  await expect(page.getByText('Fill in all parts of the date and the time').first()).toBeVisible()
  await expect(page).toHaveURL(/\/checkouts\/new/)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('spinbutton', { name: /^day/ })).toBeFocused()
  await expect(page.getByRole('spinbutton', { name: /^day/ })).toHaveText('dd')
  await create(page).click()
  await createdId(page)
})

test('what is shown of the request as JSON is what is copied', async ({ page, clipboard, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/checkouts/new')
  const request = editor(page)
  const copy = page.getByRole('button', { name: 'Copy the request' })
  await hydrated(request)
  await request.fill('{"checkout": {"attempts": 2,')
  await copy.click()
  await expect.poll(clipboard.read).toBe('{"checkout": {"attempts": 2,')
  await request.fill('{"checkout": {"attempts": 2}}')
  await copy.click()
  await expect.poll(clipboard.read).toContain('"attempts": 2')
})

test('a leg that is added has the focus, and a removed one leaves it nearby', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/checkouts/new')
  const travel = page.getByRole('button', { name: /^Travel/ })
  await hydrated(travel)
  await travel.press('Enter')
  const add = page.getByRole('button', { name: 'Add a leg' })
  await add.press('Enter')
  await expect(page.getByRole('group', { name: 'Leg 1' }).getByLabel('Airline code')).toBeFocused()
  await add.press('Enter')
  await expect(page.getByRole('group', { name: 'Leg 2' }).getByLabel('Airline code')).toBeFocused()
  await page.getByRole('button', { name: 'Remove leg 1' }).press('Enter')
  await expect(add).toBeFocused()
})
