import { AxeBuilder } from '@axe-core/playwright'
import type { APIRequestContext } from '@playwright/test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './fixtures'
import { answerAsShop, cards, cardToken, checkout, fillCard, product, type Shop } from './payer'

const back = 'https://shop.example/back?order=7'
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
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByText('Attempts left: 1')).toBeVisible()
  await fillCard(page, cards.declined)
  await page.getByRole('button', { name: 'Pay €12.50' }).click()
  await expect(page.getByRole('heading', { name: 'Declined' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveCount(0)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'No attempts left' })).toBeVisible()
  await expect(page.locator('[autocomplete=cc-number]')).toHaveCount(0)
})

test('what is wrong is said at its field, and the first one has the focus', async ({
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
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
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

test('the merchant’s card: shown without its number, or another one', async ({ page, request, sandbox }) => {
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

test('auto_pay pays once, however often its page is opened', async ({ page, request, sandbox }) => {
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

test('an Arabic page runs from right to left; the browser gets that one language', async ({
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

test('who cancels goes back to the shop, and the token stays payable', async ({ page, request, sandbox }) => {
  await answerAsShop(page)
  const address = await checkout(request, sandbox, {
    settings: { cancel_url: 'https://shop.example/basket?item=1' },
  })
  await page.goto(address)
  await page.getByRole('link', { name: 'Cancel and go back to the shop' }).click()
  await expect(page.getByRole('heading', { name: 'The shop' })).toBeVisible()
  expect(page.url()).toMatch(/\?item=1&token=[0-9a-f]{64}&status=incomplete/)
  await page.goto(address)
  await expect(page.getByLabel('Card number')).toBeVisible()
})

test('auto_return leads back by itself', async ({ page, request, sandbox }) => {
  await answerAsShop(page)
  const settings = { success_url: 'https://shop.example/yes', decline_url: back, auto_return: '2' }
  await page.goto(await checkout(request, sandbox, { settings }))
  await fillCard(page, cards.success)
  await page.getByRole('button', { name: 'Pay €12.50' }).click()
  await expect(page.getByText(/You go back to the shop in \d s/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The shop' })).toBeVisible()
  expect(page.url()).toMatch(/^https:\/\/shop\.example\/yes\?token=[0-9a-f]{64}&status=successful&uid=/)
})

test('methods the sandbox cannot play are named; without cards there is no form', async ({
  page,
  request,
  sandbox,
}) => {
  await page.goto(await checkout(request, sandbox, { payment_method: { types: ['credit_card', 'blik'] } }))
  await expect(page.getByRole('region', { name: 'Other ways to pay' })).toContainText('blik')
  await page.goto(await checkout(request, sandbox, { payment_method: { types: ['blik'] } }))
  await expect(page.getByText(/Cards are not accepted/)).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveCount(0)
})

for (const iframe of [true, false]) {
  test(`in the merchant’s frame, iframe ${iframe}`, async ({ page, request, sandbox }) => {
    let address = ''
    // A real server: browsers keep a page that came from nowhere, as intercepted ones do, from framing localhost.
    const shop = createServer(({ url }, answer) => {
      const isBack = url?.startsWith('/back') === true
      answer.setHeader('Content-Type', 'text/html')
      answer.end(
        isBack
          ? '<h1>The shop</h1>'
          : `<title>Basket</title><iframe src="${address}" width="600" height="800">`,
      )
    })
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
    try {
      const site = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
      address = await checkout(request, sandbox, { iframe, settings: { return_url: `${site}/back` } })
      await page.goto(`${site}/basket`)
      const frame = page.frameLocator('iframe')
      await fillCard(frame, cards.challenge)
      await frame.getByRole('button', { name: 'Pay €12.50' }).click()
      const bank = iframe ? frame : page
      await bank.getByLabel('Password').fill('1111')
      await bank.getByRole('button', { name: 'Confirm' }).click()
      await bank.getByRole('link', { name: 'Back to the shop' }).click()
      await expect(bank.getByRole('heading', { name: 'The shop' })).toBeVisible()
      expect(new URL(page.url()).pathname).toBe(iframe ? '/basket' : '/back')
    } finally {
      shop.close()
      shop.closeAllConnections()
    }
  })
}

test('only the widget’s pages may be framed', async ({ request, sandbox }) => {
  const token = await checkout(request, sandbox)
  const { pay_url: address } = await product(request, sandbox)
  for (const [path, framed] of [
    [token, true],
    ['/sandbox/payments/0/challenge', true],
    ['/sandbox/payments/0', true],
    [address, false],
    ['/sandbox/outbox', false],
    ['/sandbox/payments/0/other', false],
    ['/sign-in', false],
  ] as const) {
    const headers = (await request.get(path)).headers()
    expect([path, headers['x-frame-options']]).toEqual([path, framed ? undefined : 'DENY'])
    expect(headers['content-security-policy']).toContain(`frame-ancestors ${framed ? '*' : "'none'"}`)
  }
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

test('the outbox: for those who have the shop’s credentials, or are signed in', async ({
  page,
  request,
  sandbox,
  signIn,
  expectErrors,
}) => {
  expectErrors(/401/)
  await page.goto(
    await checkout(request, sandbox, {
      order: {
        description: 'Order for the outbox',
        additional_data: { receipt_text: ['A line of the shop.'] },
      },
      customer: { email: 'reader@mail.example' },
    }),
  )
  await fillCard(page, cards.success)
  await page.getByRole('button', { name: 'Pay €12.50' }).click()
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()

  await page.goto('/sandbox/outbox')
  await expect(page.getByText('reader@mail.example')).toHaveCount(0)
  await page.getByLabel('Shop ID').fill(sandbox.username)
  await page.getByLabel('Secret key').fill('not the key')
  await page.getByRole('button', { name: 'Show e-mails' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'not the credentials' })).toBeVisible()
  await page.getByLabel('Secret key').fill(sandbox.password)
  await page.getByRole('button', { name: 'Show e-mails' }).click()
  const mail = page.getByRole('listitem').filter({ hasText: 'reader@mail.example' })
  await expect(mail.first()).toContainText('A line of the shop.')

  await signIn()
  await page.goto('/sandbox/outbox')
  await expect(mail.first()).toContainText('A line of the shop.')
  expect((await request.get('/sandbox/mails')).status()).toBe(401)
})

/** Pages in every state, with all that can be on them. */
async function pagesToSee(request: APIRequestContext, shop: Shop): Promise<string[]> {
  const token = await cardToken(request, shop, cards.frictionless)
  const everything = {
    test: true,
    customer: { email: 'buyer@mail.example', country: 'US' },
    settings: {
      cancel_url: back,
      customer_fields: { visible: ['email', 'country', 'state', 'zip', 'birth_date'], read_only: ['email'] },
    },
    payment_method: { types: ['credit_card', 'blik'], excluded_brands: ['master'], credit_card: { token } },
  }
  const paid = async (number: string, parts = {}) => {
    const address = await checkout(request, shop, parts)
    const { pathname, searchParams } = new URL(address)
    const card = { number, expiry: '12/39', verification_value: '111', holder: 'A BUYER' }
    const data = { attempt: crypto.randomUUID(), source: 'entered', ...card }
    const answer = await request.post(`${pathname}/${searchParams.get('token')}/payments`, { data })
    return [address, ((await answer.json()) as { next: string }).next]
  }
  return [
    await checkout(request, shop, everything),
    await checkout(request, shop, { ...everything, settings: { ...everything.settings, language: 'ar' } }),
    await checkout(request, shop, { transaction_type: 'tokenization', settings: { language: 'ru' } }),
    await checkout(request, shop, { payment_method: { types: ['blik'] } }),
    ...(await paid(cards.success, { settings: { return_url: back, auto_return: '600' } })),
    ...(await paid(cards.declined, { attempts: 2 })),
    ...(await paid(cards.challenge)),
    '/sandbox/outbox',
    '/sandbox/v2/checkout?token=unknown',
  ]
}

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 360]) {
    test(`no accessibility violations and no sideways scroll, ${theme}, ${width} px`, async ({
      page,
      context,
      request,
      sandbox,
      baseURL,
      expectErrors,
    }) => {
      expectErrors(/404/)
      test.slow()
      await page.setViewportSize({ width, height: 900 })
      await context.addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }])
      for (const path of await pagesToSee(request, sandbox)) {
        await page.goto(path)
        await expect(page.locator('h1')).toBeVisible()
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`)).toEqual([])
        const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
        expect([path, fits]).toEqual([path, true])
      }
    })
  }
}
