import { expect, it } from 'vitest'
import type { CheckoutTarget } from '../import'
import { planRow } from './import-row'

type Cells = Partial<Record<CheckoutTarget, string>>

const good: Cells = { description: 'Order 1', price: '12.50', currency: 'EUR' }

const errorsOf = (cells: Cells) => {
  const whole = { ...good, ...cells }
  const columns = Object.keys(whole) as CheckoutTarget[]
  const context = { columns, minorUnits: {}, base: {}, pageDefaults: {} as never, isKnown: () => false }
  return planRow(Object.values(whole), context).errors
}

it('takes a good row', () => {
  expect(errorsOf({ expired_at: '2030-01-01T00:00:00Z' })).toBeNull()
})

const aDate = 'Write date, time and zone as in 2026-12-31T18:00:00+01:00'
it.each<[Cells, Record<string, string[]>]>([
  // Unlike a product's, its link always expires.
  [{ expired_at: 'never' }, { expired_at: [aDate] }],
  [{ expired_at: 'soon' }, { expired_at: [aDate] }],
  [{ expired_at: '2020-01-01T00:00:00Z' }, { expired_at: ['This has passed already: nobody could pay'] }],
])('says of %o what is wrong', (cells, errors) => expect(errorsOf(cells)).toEqual(errors))
