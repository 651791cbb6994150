import { expect, test } from '../kit/fixtures'
import { idOf, post, transaction } from '../kit/notifications'

const list = '/shops/sandbox/notifications'
const own = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`

test('the card of a payment is offered, and kept by a press', async ({ page, signIn, sandbox }) => {
  await signIn()
  const name = own('Order')
  const card = { token: crypto.randomUUID(), brand: 'visa', last_4: '4242', holder: 'Jane Mayer' }
  await post(page.request, transaction(name, { credit_card: card }), sandbox)
  await page.goto(`${list}/${await idOf(page.request, name)}`)
  await page.getByRole('button', { name: 'Keep this card' }).click()
  await expect(page.getByText('The card is kept.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Keep this card' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Kept card' }).click()
  await expect(page.getByRole('main')).toContainText('4242')
})

test('a refund leads to the payment that it refers to', async ({ page, signIn, sandbox }) => {
  await signIn()
  const [paid, back] = [own('Payment'), own('Refund')]
  const uid = crypto.randomUUID()
  await post(page.request, transaction(paid, { uid }), sandbox)
  await idOf(page.request, paid)
  await post(page.request, transaction(back, { type: 'refund', parent_uid: uid, amount: 500 }), sandbox)
  await page.goto(`${list}/${await idOf(page.request, back)}`)
  await page.getByRole('link', { name: uid }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`${await idOf(page.request, paid)}$`))
  await expect(page.getByRole('main')).toContainText(paid)
})
