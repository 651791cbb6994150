import { createLoader } from 'nuqs/server'
import { expect, it } from 'vitest'
import { customerList } from '../../customers/filters'
import { listQuery } from '../lists/list'
import { listParams } from './list-params'
import { queryString } from './query-string'

it('leaves out what is not set, and joins lists', () => {
  expect(queryString({ q: '', sort: undefined, cursor: null })).toBe('')
  expect(queryString({ label: ['a', 'b'], paid: false, limit: 0 })).toBe('?label=a%2Cb&paid=false&limit=0')
})

it('keeps commas in the entries of a list, for the API and for addresses of pages', () => {
  const label = ['Berlin, Mitte', 'VIP']
  const query = new URLSearchParams(queryString({ label }))
  expect(listQuery(customerList).parse(Object.fromEntries(query))).toMatchObject({ label })
  expect(createLoader(listParams(customerList).params)(query)).toMatchObject({ label })
})
