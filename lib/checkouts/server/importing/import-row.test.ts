import { expect, it } from 'vitest'
import type { CheckoutTarget } from '../../import'
import { planRow } from './import-row'

type Cells = Partial<Record<CheckoutTarget, string>>

const good: Cells = { description: 'Order 1', price: '12.50', currency: 'EUR' }

const errorsOf = (cells: Cells) => {
  const whole = { ...good, ...cells }
  const columns = Object.keys(whole) as CheckoutTarget[]
  const context = {
    columns,
    minorUnits: {},
    decimal: '.' as const,
    base: {},
    pageDefaults: {} as never,
    isKnown: () => false,
    cardReason: () => null,
  }
  return planRow(Object.values(whole), context).errors
}

it('takes a good row', () => {
  expect(errorsOf({ expired_at: '2030-01-01T00:00:00Z' })).toBeNull()
})

it('takes an order number that only looks like a shortened one', () => {
  expect(errorsOf({ tracking_id: '45e12', description: '#12 of the series' })).toBeNull()
})

const cut = 'A spreadsheet has cut this number. Put all of its digits here'
const odd = (cell: string) => `${cell} is a spreadsheet error. Put the value here`
const aDate = 'Write date, time and zone as in 2026-12-31T18:00:00+01:00'
it.each<[Cells, Record<string, string[]>]>([
  // Unlike a product's, its link always expires.
  [{ expired_at: 'never' }, { expired_at: [aDate] }],
  [{ expired_at: 'soon' }, { expired_at: [aDate] }],
  [{ expired_at: '2020-01-01T00:00:00Z' }, { expired_at: ['This is in the past: nobody could pay'] }],
  [{ description: '#N/A' }, { description: [odd('#N/A')] }],
  [{ city: '#REF!' }, { city: [odd('#REF!')] }],
  [{ tracking_id: '2.02611E+12' }, { tracking_id: [cut] }],
  [{ phone: '4,91715E+11' }, { phone: [cut] }],
  [{ address: 'A\u0007' }, { address: [expect.stringContaining('U+0007')] }],
])('says of %o what is wrong', (cells, errors) => expect(errorsOf(cells)).toEqual(errors))

it('does not take the passengers of `travel` for the customer', () => {
  const airline = {
    agency_code: 1, ticket_number: 'T', legs: [], passengers: [{ first_name: 7, last_name: 'Keller' }],
  } // prettier-ignore
  const errors = errorsOf({ first_name: 'Ada', travel: JSON.stringify({ airline }) })
  expect(errors).not.toHaveProperty('first_name')
  expect(errors).toHaveProperty('travel')
})
