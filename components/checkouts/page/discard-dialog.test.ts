import { expect, it } from 'vitest'
import { againHref } from './discard-dialog'

const checkout = {
  amount: 1250,
  currency: 'EUR',
  description: 'Lunch • two persons',
  tracking_id: 'order-1',
  customer_id: null,
  email: 'ann@shop.example',
  card: null,
}
const filled = (changes: Partial<typeof checkout>) =>
  Object.fromEntries(
    new URL(againHref('s', { ...checkout, ...changes }, {}), 'https://x.example').searchParams,
  )

it('fills the form for the checkout to make again, without what is masked', () => {
  const rest = { amount: '12.50', currency: 'EUR' }
  expect(filled({})).toEqual({
    ...rest,
    description: 'Lunch • two persons',
    tracking_id: 'order-1',
    email: 'ann@shop.example',
  })
  const masked = { description: 'For a•••@shop.example', tracking_id: '•••17', email: 'a•••@shop.example' }
  expect(filled(masked)).toEqual(rest)
})
