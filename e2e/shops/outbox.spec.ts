import { expect, test } from '../kit/fixtures'
import { cards, checkout, fillCard } from '../kit/payer'

test('the outbox: for people with the shop’s credentials, or signed in', async ({
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
