/** How payers come and go: the shop's addresses, its frame, other ways to pay. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../kit/fixtures'
import { answerAsShop, back, cards, checkout, fillCard, product, sendUntil } from '../kit/payer'

test('cancelling leads back to the shop, and the token stays payable', async ({ page, request, sandbox }) => {
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
    // A real server: browsers do not let intercepted pages frame localhost.
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
      const link = bank.getByRole('link', { name: 'Back to the shop' })
      await sendUntil(link, () => bank.getByRole('button', { name: 'Confirm' }).click({ timeout: 500 }))
      await link.click()
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
  for (const [path, mayBeFramed] of [
    [token, true],
    ['/sandbox/payments/0/challenge', true],
    ['/sandbox/payments/0', true],
    [address, false],
    ['/sandbox/outbox', false],
    ['/sandbox/payments/0/other', false],
    ['/sign-in', false],
  ] as const) {
    const answer = await request.get(path, { headers: { accept: 'text/html' } })
    const headers = answer.headers()
    expect([path, headers['x-frame-options']]).toEqual([path, mayBeFramed ? undefined : 'DENY'])
    expect(headers['content-security-policy']).toContain(`frame-ancestors ${mayBeFramed ? '*' : "'none'"}`)
  }
})
