import { expect, it } from 'vitest'
import { checkoutFields } from '@/lib/gateway/checkouts/checkout'
import { leavesOf } from '@/lib/gateway/testing'
import { fields } from './values'

it('has every field of a checkout', () => {
  // Lists of objects have their own rows in the form.
  const rows = ['travel.airline.legs', 'travel.airline.passengers']
  expect(leavesOf(checkoutFields).filter((leaf) => !fields.has(leaf) && !rows.includes(leaf))).toEqual([])
})
