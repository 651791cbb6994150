import { expect, it } from 'vitest'
import type { CheckoutDetail } from '@/lib/checkouts/schema'
import type { CustomerDetail } from '@/lib/customers/schema'
import { initialForm } from '../new/draft/begin'
import { prefillOf } from '../new/draft/prefill'
import { checkoutOf } from '../new/values'
import { againHref } from './discard-dialog'

const checkout = {
  id: 'lost-1',
  request: {},
  amount: 1250,
  currency: 'EUR',
  description: 'Lunch • two persons',
  tracking_id: 'order-1',
  customer_id: null,
  email: 'ann@shop.example',
  card: null,
}
const filled = (changes: Partial<Parameters<typeof againHref>[1]>) =>
  Object.fromEntries(
    new URL(againHref('s', { ...checkout, ...changes }, {}), 'https://x.example').searchParams,
  )

it('fills the form for the checkout to make again, without what is masked', () => {
  const rest = { amount: '12.50', currency: 'EUR', from: 'lost-1' }
  expect(filled({})).toEqual({
    ...rest,
    description: 'Lunch • two persons',
    tracking_id: 'order-1',
    email: 'ann@shop.example',
  })
  const masked = { description: 'For a•••@shop.example', tracking_id: '•••17', email: 'a•••@shop.example' }
  expect(filled(masked)).toEqual(rest)
})

it('makes the same checkout again, not a payment by default', () => {
  const sent = {
    transaction_type: 'tokenization',
    test: true,
    attempts: 2,
    order: {
      amount: 100,
      currency: 'KWD',
      description: 'Card of Ann',
      tracking_id: 'card-1',
      expired_at: '2030-03-31T02:30:00+02:00',
      additional_data: { contract: ['recurring'] },
    },
    customer: { email: 'ann@new.example', first_name: 'Ann' },
    settings: { language: 'de', return_url: 'https://shop.example/thanks' },
  }
  const lost = {
    ...checkout,
    amount: 100,
    currency: 'KWD',
    description: 'Card of Ann',
    tracking_id: 'card-1',
    customer_id: 'cst_1',
    request: { checkout: sent },
  } as unknown as CheckoutDetail
  const begun = (like?: CheckoutDetail) =>
    initialForm({
      prefill: prefillOf(filled(lost)),
      like,
      customer: { id: 'cst_1', email: 'ann@old.example', contact: {} } as unknown as CustomerDetail,
      addresses: { notification: null, verification: null },
      attempts: 3,
      pageDefaults: {},
      overrides: {},
      templates: [],
    }).values
  expect(checkoutOf(begun(lost))).toEqual(sent)
  expect(begun(lost).customer_id).toBe('cst_1')
  // Read again after it was taken away: what the address says is left.
  expect(begun().checkout).toMatchObject({
    transaction_type: 'tokenization',
    order: { amount: 100, tracking_id: 'card-1', expired_at: sent.order.expired_at },
  })
})
