import type { Page } from '@playwright/test'
import { expect, test } from './kit/fixtures'

const product = { name: `Bookmark ${Date.now()}`, description: 'Brass, engraved' }

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12/39')
  await page.getByLabel('CVC').fill('111')
  await page.getByLabel('Name on card').fill('A BUYER')
}

async function pay(page: Page, number: string): Promise<void> {
  await fillCard(page, number)
  await page.getByLabel('E-mail').fill('buyer@mail.example')
  await page.getByRole('button', { name: 'Pay €12.50' }).click()
}

test('the main job: a product, its link, a declined card, a payment, both notifications on screen', async ({
  page,
  clipboard,
  context,
  signIn,
}) => {
  await signIn()

  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Products' }).click()
  await expect(page).toHaveURL(/\/products$/)
  await page.getByRole('link', { name: 'New product' }).click()
  await page.getByLabel('Name', { exact: true }).fill(product.name)
  await page.getByLabel('Description', { exact: true }).fill(product.description)
  await page.getByLabel('Price', { exact: true }).fill('12,50')
  await expect(page.getByText('will send 1250 EUR')).toBeVisible()
  await page.getByText('Unlimited stock').click()
  await page.getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: /Payment page/ }).click()
  await page.getByText('E-mail', { exact: true }).click()
  await page
    .getByRole('button', { name: /Create product/ })
    .first()
    .click()

  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
  await page.getByRole('button', { name: 'Copy: Payment page' }).click()
  await expect.poll(clipboard.read).toMatch(/\/sandbox\/products\/prd_[0-9a-f]+\/pay$/)
  const link = await clipboard.read()

  const buyer = await context.newPage()
  await buyer.goto(link)
  await expect(buyer.getByText(product.name)).toBeVisible()
  await pay(buyer, '4005 5500 0000 0019')
  await expect(buyer.getByRole('heading', { name: 'Declined' })).toBeVisible()
  await expect(page.getByText('Declined', { exact: true }).first()).toBeVisible() // Without a reload.

  await page.getByRole('link', { name: 'Notifications' }).click()
  const rows = page.getByRole('row').filter({ hasText: product.name })
  await expect(rows).toHaveCount(1)

  await buyer.getByRole('link', { name: 'Try another card' }).click()
  await pay(buyer, '4200 0000 0000 0000')
  await expect(buyer.getByRole('heading', { name: 'Paid' })).toBeVisible()

  await expect(rows).toHaveCount(2) // The list updates without a reload.
  await rows.filter({ hasText: 'Paid' }).getByRole('link').click()
  const detail = page.getByRole('complementary', { name: 'Notification' })
  await expect(detail.getByText('Signature verified against the shop’s public key')).toBeVisible()
  await expect(detail.getByText('Basic credentials matched')).toBeVisible()
  await expect(detail).toContainText('•••• 0000')
  const payload = detail.getByRole('group', { name: 'Payload' })
  await payload.getByRole('button', { name: /^additional_data/ }).click()
  await expect(payload).toContainText('product_id')

  await detail.getByRole('link', { name: product.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
  await expect(page.getByText('1 left').first()).toBeVisible()
})

test('a second press on “Pay”, and a reload, charge once', async ({ page, context, signIn }) => {
  await signIn()
  const made = await page.request.post('/api/shops/sandbox/products', {
    data: {
      name: `Pencil ${Date.now()}`,
      description: 'Cedar',
      currency: 'EUR',
      amount: 1250,
      quantity: 5,
      immortal: true,
    },
  })
  const { id, pay_url: link } = (await made.json()) as { id: string; pay_url: string }
  const buyer = await context.newPage()
  await buyer.goto(link)
  await fillCard(buyer, '4200000000000000')
  await buyer.getByRole('button', { name: 'Pay €12.50' }).dblclick()
  await expect(buyer.getByRole('heading', { name: 'Paid' })).toBeVisible()
  await buyer.reload()
  await expect(buyer.getByRole('heading', { name: 'Paid' })).toBeVisible()

  await page.goto(`/shops/sandbox/products/${id}`)
  await expect(page.getByText('4 left').first()).toBeVisible()
  const payments = page.getByRole('region', { name: 'Payments' }).getByRole('listitem')
  await expect(payments).toHaveCount(1)
})

test('a product that is sold out, expired or unknown takes no payment', async ({ page, signIn }) => {
  await signIn()
  const list = await page.request.get('/api/shops/sandbox/products')
  const { items } = (await list.json()) as { items: { name: string; pay_url: string }[] }
  for (const [name, text] of [
    ['Tote bag', /sold out/i],
    ['Reading lamp', /offer has ended/i],
  ] as const) {
    await page.goto(items.find((item) => item.name === name)?.pay_url ?? '')
    await expect(page.getByText(text).first()).toBeVisible()
    await expect(page.getByLabel('Card number')).toHaveCount(0)
  }
})
