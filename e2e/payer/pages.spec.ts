import { expect, test } from '../kit/fixtures'
import { answerAsShop, back, cards, cardToken, checkout, fillCard, product, sendUntil } from '../kit/payer'

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

test('the hosted page: the merchant’s words, a payment, its result, and the way back', async ({
  page,
  request,
  sandbox,
}) => {
  await answerAsShop(page)
  await page.goto(
    await checkout(request, sandbox, {
      test: true,
      order: { additional_data: { receipt_text: ['Thank you for buying.', 'Open till eight.'] } },
      settings: { return_url: back, button_text: 'Buy now for {amount}', button_next_text: 'To my order' },
    }),
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Order 17' })).toBeVisible()
  await expect(page.getByText('Test payment')).toBeVisible()
  await fillCard(page, cards.success)
  await page.getByRole('button', { name: 'Buy now for €12.50' }).click()
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()
  await expect(page.getByText('Open till eight.')).toBeVisible()
  await page.getByRole('link', { name: 'To my order' }).click()
  await expect(page.getByRole('heading', { name: 'The shop' })).toBeVisible()
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toEqual({
    order: '7',
    token: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    status: 'successful',
    uid: expect.stringMatching(uuid) as unknown,
  })
})

test('a declined card: another try as long as there are attempts, then none', async ({
  page,
  request,
  sandbox,
}) => {
  const address = await checkout(request, sandbox, { attempts: 2 })
  await page.goto(address)
  await fillCard(page, cards.declined)
  await page.getByRole('button', { name: 'Pay €12.50' }).click()
  await expect(page.getByRole('heading', { name: 'Declined' })).toBeVisible()
  await page.getByRole('link', { name: 'Try another card' }).click()
  await expect(page.getByText('Attempts left: 1')).toBeVisible()
  await fillCard(page, cards.declined)
  await page.getByRole('button', { name: 'Pay €12.50' }).click()
  await expect(page.getByRole('heading', { name: 'Declined' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try another card' })).toHaveCount(0)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'No attempts left' })).toBeVisible()
  await expect(page.locator('[autocomplete=cc-number]')).toHaveCount(0)
})

test('errors appear at their fields, and the first one has the focus', async ({
  page,
  request,
  sandbox,
  expectErrors,
}) => {
  expectErrors(/422/)
  await page.goto(await checkout(request, sandbox, { payment_method: { excluded_brands: ['master'] } }))
  await page.getByRole('button', { name: 'Pay €12.50' }).click()
  const number = page.getByLabel('Card number')
  await expect(number).toBeFocused()
  await expect(number).toHaveAccessibleDescription('Fill this in')
  await expect(page.getByText('Not accepted: master')).toBeVisible()
  await fillCard(page, '5204240000015003')
  await page.getByRole('button', { name: 'Pay €12.50' }).click()
  await expect(number).toHaveAccessibleDescription('Cards of this brand are not accepted here')
  await fillCard(page, '4111111111111111')
  await page.getByRole('button', { name: 'Pay €12.50' }).click()
  await expect(number).toHaveAccessibleDescription('Not a test card of this sandbox')
})

for (const [password, heading] of [
  ['1111', 'Paid'],
  ['2222', 'Declined'],
] as const) {
  test(`a 3-D Secure challenge answered with ${password}`, async ({ page, request, sandbox }) => {
    await page.goto(await checkout(request, sandbox))
    await fillCard(page, cards.challenge)
    await page.getByRole('button', { name: 'Pay €12.50' }).click()
    await expect(page.getByRole('heading', { name: 'Confirm the payment' })).toBeVisible()
    await expect(page.getByText('•••• 1097')).toBeVisible()
    const field = page.getByLabel('Password')
    await field.fill(password)
    await sendUntil(page.getByRole('heading', { name: heading }), () =>
      field.press('Enter', { timeout: 500 }),
    )
  })
}

test('a challenge that is cancelled fails, on a product’s page too', async ({ page, request, sandbox }) => {
  const { pay_url: address } = await product(request, sandbox)
  await page.goto(address)
  await fillCard(page, cards.challenge)
  await page.getByRole('button', { name: 'Pay €12.50' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Declined' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Confirm the payment' })).toHaveCount(0)
})

test('the merchant’s card: shown without its number, or replaced', async ({ page, request, sandbox }) => {
  const token = await cardToken(request, sandbox, cards.frictionless)
  const parts = { payment_method: { credit_card: { token } } }
  await page.goto(await checkout(request, sandbox, parts))
  await expect(page.getByText('•••• 1006')).toBeVisible()
  await expect(page.locator('[autocomplete=cc-number]')).toHaveCount(0)
  await page.getByRole('radio', { name: 'Another card' }).check()
  await fillCard(page, cards.declined)
  await page.getByRole('radio', { name: /ending in 1006/ }).check()
  await page.getByRole('button', { name: 'Pay €12.50' }).click()
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()

  const settings = { another_card_toggle: { display: false } }
  await page.goto(await checkout(request, sandbox, { ...parts, settings }))
  await expect(page.getByText('•••• 1006')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
})

test('auto_pay pays once, even if its page is opened again', async ({ page, request, sandbox }) => {
  await answerAsShop(page)
  const token = await cardToken(request, sandbox, cards.success)
  const address = await checkout(request, sandbox, {
    settings: { auto_pay: true, return_url: back, auto_return: '0' },
    payment_method: { credit_card: { token } },
  })
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'The shop' })).toBeVisible()
  const uid = new URL(page.url()).searchParams.get('uid')
  expect(new URL(page.url()).searchParams.get('status')).toBe('successful')
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Already paid' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the result' })).toHaveAttribute(
    'href',
    `/sandbox/payments/${uid}`,
  )
})

test('a card the payer lets the page keep is offered the next time', async ({ page, request, sandbox }) => {
  await page.goto(
    await checkout(request, sandbox, {
      settings: { save_card_toggle: { text: 'Keep it', hint: 'For the next book.' } },
    }),
  )
  await expect(page.getByText('For the next book.')).toBeVisible()
  await fillCard(page, cards.success)
  await page.getByText('Keep it').click()
  await page.getByRole('button', { name: 'Pay €12.50' }).click()
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()

  await page.goto(await checkout(request, sandbox))
  await expect(page.getByRole('radio', { name: /ending in 0000/ })).toBeChecked()
  await page.locator('[autocomplete=cc-csc]').fill('111')
  await page.getByRole('button', { name: 'Pay €12.50' }).click()
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()

  await page.goto(await checkout(request, sandbox, { settings: { save_card_toggle: { display: false } } }))
  await expect(page.getByRole('switch')).toHaveCount(0)
})
