import { expect, test } from '../kit/fixtures'
import { cards, checkout, fillCard, product } from '../kit/payer'

test('fields of the customer: visible, read-only, the state by the country', async ({
  page,
  request,
  sandbox,
}) => {
  await page.goto(
    await checkout(request, sandbox, {
      customer: { email: 'buyer@mail.example', first_name: 'Ada' },
      settings: {
        customer_fields: { visible: ['first_name', 'country', 'state', 'email'], read_only: ['email'] },
        credit_card_fields: { holder: 'ADA BUYER', read_only: ['holder'] },
      },
    }),
  )
  const email = page.getByLabel('E-mail')
  await expect(email).toBeDisabled()
  await expect(email).toHaveValue('buyer@mail.example')
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  await expect(page.getByLabel('Name on card')).toHaveValue('ADA BUYER')
  await expect(page.getByLabel('Name on card')).toBeDisabled()
  await expect(page.getByLabel('State')).toHaveCount(0)
  await page.getByLabel('Country').selectOption('US')
  await expect(page.getByLabel('State')).toBeVisible()
  await page.getByLabel('Country').selectOption('DE')
  await expect(page.getByLabel('State')).toHaveCount(0)
  await fillCard(page, cards.success, { holder: false })
  await page.getByRole('button', { name: 'Pay €12.50' }).click()
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()
})

test('a page in German, with German amounts and errors', async ({ page, request, sandbox }) => {
  const settings = { language: 'de', customer_fields: { visible: ['country'] } }
  await page.goto(await checkout(request, sandbox, { settings }))
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { name: 'Order 17' })).toBeVisible()
  await expect(page.getByLabel('Land').locator('option[value=DE]')).toHaveText('Deutschland')
  await page.getByRole('button', { name: /^12,50\s€ bezahlen$/ }).click()
  await expect(page.getByLabel('Kartennummer')).toHaveAccessibleDescription('Bitte ausfüllen')
  await fillCard(page, cards.success)
  await page.getByRole('button', { name: /bezahlen$/ }).click()
  await expect(page.getByRole('heading', { name: 'Bezahlt' })).toBeVisible()
})

test('an Arabic page runs from right to left, and loads only its language', async ({
  page,
  request,
  sandbox,
}) => {
  await page.goto(await checkout(request, sandbox, { settings: { language: 'ar' } }))
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByLabel('رقم البطاقة')).toBeVisible()
  const html = await (await request.get(page.url())).text()
  expect(html).toContain('رقم البطاقة')
  expect(html).not.toContain('Kartennummer')
  const scripts = await page.evaluate(() =>
    Promise.all(
      [...document.scripts].filter(({ src }) => src).map(async ({ src }) => (await fetch(src)).text()),
    ),
  )
  expect(scripts.join('')).not.toMatch(/Kartennummer|رقم البطاقة/)
})

test('a product’s pages speak its language', async ({ page, request, sandbox }) => {
  const made = await product(request, sandbox, { language: 'pl', visible_fields: ['email'] })
  await page.goto(made.confirm_url)
  await expect(page.getByRole('heading', { name: 'Twoje zamówienie' })).toBeVisible()
  await page.getByRole('link', { name: 'Przejdź do płatności' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await fillCard(page, cards.success)
  await page.getByRole('button', { name: /^Zapłać 12,50/ }).click()
  await expect(page.getByRole('heading', { name: 'Zapłacono' })).toBeVisible()
})

/** Forbidden on the page of a tokenization. It may say that no money is taken. */
const ofPaying = /\b(pay|paid|pays|paying|payment|charge|charged|order was)\b/i

test('asking for a card never mentions paying', async ({ page, request, sandbox }) => {
  const ask = (parts = {}) => checkout(request, sandbox, { transaction_type: 'tokenization', ...parts })
  const expectNoPaying = async () => {
    expect(await page.title()).not.toMatch(ofPaying)
    await expect(page.getByRole('main')).not.toContainText(ofPaying)
  }
  const address = await ask({ attempts: 2, test: true })
  for (const left of [1, 0]) {
    await page.goto(address)
    await expectNoPaying()
    await fillCard(page, cards.declined)
    await page.getByRole('button', { name: 'Save card' }).click()
    await expect(page.getByRole('heading', { name: 'Declined' })).toBeVisible()
    await expect(page.getByText(left === 0 ? 'No attempts left' : `Attempts left: ${left}`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try another card' })).toHaveCount(left)
    await expectNoPaying()
  }
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'No attempts left' })).toBeVisible()
  await expectNoPaying()
  const good = await ask()
  await page.goto(good)
  await fillCard(page, cards.success)
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByRole('heading', { name: 'Card saved' })).toBeVisible()
  await expectNoPaying()
  await page.goto(good)
  await expect(page.getByRole('heading', { name: 'Card saved' })).toBeVisible()
  await expectNoPaying()
})
