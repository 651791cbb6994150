import { expect, it } from 'vitest'
import { chosenAtFirst, linkOf } from './link-choice'

const linked = {
  checkout: { id: 'c1', description: 'Order 1', link: 'tracking_id' },
  product: { id: 'prd_1', name: null, link: 'likely' },
  customers: [
    { id: 'cst_1', name: 'Found', matched_by: 'email' },
    { id: 'cst_2', name: 'Said', matched_by: 'hand' },
  ],
} as const
const given = { ...linked, customers: [...linked.customers] }

it('begins with the linked records; of customers with the one linked by hand', () => {
  expect(chosenAtFirst(given)).toEqual({
    checkout: { id: 'c1', name: 'Order 1' },
    product: { id: 'prd_1', name: 'prd_1' },
    customer: { id: 'cst_2', name: 'Said' },
  })
  expect(chosenAtFirst({ checkout: null, product: null, customers: given.customers.slice(0, 1) })).toEqual({
    checkout: null,
    product: null,
    customer: null,
  })
})

it('sends only what was changed', () => {
  const first = chosenAtFirst(given)
  expect(linkOf(first, first)).toBeNull()
  expect(linkOf(first, { ...first, checkout: { id: 'c2', name: 'Order 2' } })).toEqual({ checkout_id: 'c2' })
  expect(linkOf(first, { ...first, product: null, customer: null })).toEqual({
    product_id: null,
    customer_id: null,
  })
})

it('keeps what was found after the choice began', () => {
  const first = chosenAtFirst({ checkout: null, product: given.product, customers: [] })
  expect(linkOf(first, first)).toBeNull()
  expect(linkOf(first, { ...first, product: null })).toEqual({ product_id: null })
})
