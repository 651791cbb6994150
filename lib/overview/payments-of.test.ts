import { createLoader } from 'nuqs/server'
import { expect, it } from 'vitest'
import { listParams } from '../core/client/list-params'
import { queryString } from '../core/client/query-string'
import { paymentList } from '../payments/filters'
import { ofPart } from './payments-of'

const load = createLoader(listParams(paymentList).params)
const shown = (part: ReturnType<typeof ofPart>) => load(new URLSearchParams(queryString(part)))

it.each([
  ['brand', 'visa, debit', { brand: ['visa, debit'] }],
  ['country', 'DE', { country: ['DE'] }],
  ['reason', 'Declined, 05', { reason: 'Declined, 05' }],
  ['brand', '', { unknown: 'brand', brand: null }],
] as const)('the link of a part by %s leads to %j as a whole', (name, value, filters) => {
  expect(shown(ofPart(name, value))).toMatchObject(filters)
})
