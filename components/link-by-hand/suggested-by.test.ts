import { expect, it } from 'vitest'
import { suggestedBy } from './suggestions'

const nothing = { tracking_id: null, amount: null, currency: null, description: null, email: null }

it('goes by the tracking ID before the amount', () => {
  const paid = { ...nothing, amount: 6490, currency: 'EUR' }
  expect(suggestedBy({ ...paid, tracking_id: 'order-1' }).checkout).toEqual({ q: 'order-1', limit: 3 })
  expect(suggestedBy(paid).checkout).toEqual({
    amount_from: 6490,
    amount_to: 6490,
    currency: ['EUR'],
    limit: 3,
  })
})

it('suggests nothing where nothing is said, or where it is masked', () => {
  expect(suggestedBy(nothing)).toEqual({ checkout: null, product: null, customer: null })
  expect(suggestedBy({ ...nothing, email: 'a•••@mail.example' }).customer).toBeNull()
  expect(suggestedBy({ ...nothing, email: 'ann@mail.example' }).customer).toEqual({
    q: 'ann@mail.example',
    limit: 3,
  })
})
