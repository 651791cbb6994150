import { expect, it } from 'vitest'
import { reasonsByColumn } from './import'

it('lists errors by the columns of the file, in their order', () => {
  const file = {
    header: ['Preis', ' Name ', '', 'Farbe'],
    columns: ['price' as const, 'name' as const, 'id' as const, null],
  }
  const errors = { id: ['c'], name: ['b'], base: ['a'], amount: ['d'], currency: ['e'] }
  const reasons = reasonsByColumn(file, errors).map(({ field, column }) => [field, column])
  expect(new Map(reasons.slice(0, 3) as [string, null][])).toEqual(
    new Map([['id', null], ['base', null], ['currency', null]]),
  ) // prettier-ignore
  expect(reasons.slice(3)).toEqual([
    ['amount', { name: 'Preis', at: 0 }],
    ['name', { name: 'Name', at: 1 }],
  ])
})
