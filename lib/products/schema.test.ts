import { describe, expect, it } from 'vitest'
import { productListQuery } from './schema'
import { productState } from './state'

const now = Date.parse('2027-06-01T12:00:00Z')
const product = { infinite: false, quantity: 3, immortal: false, expired_at: '2027-06-01T12:00:01Z' }

describe('a product’s link', () => {
  it.each([
    ['live', {}],
    ['live', { infinite: true, quantity: null }],
    ['live', { infinite: true, quantity: 0 }],
    ['live', { immortal: true, expired_at: '2001-01-01T00:00:00Z' }],
    ['unknown', { immortal: null, expired_at: null }],
    ['unknown', { expired_at: null }],
    ['unknown', { quantity: null }],
    ['unknown', { quantity: null, infinite: null, immortal: true }],
    ['expired', { quantity: null, expired_at: '2001-01-01T00:00:00Z' }],
    ['sold_out', { quantity: -1 }],
    ['live', { expired_at: 'nonsense' }],
    ['live', { expired_at: '2027-06-01T13:30:00+01:00' }],
    ['expired', { expired_at: '2027-06-01T12:00:00Z' }],
    ['expired', { expired_at: '2027-06-01T13:00:00+01:00' }],
    ['expired', { immortal: null, expired_at: '2001-01-01T00:00:00Z' }],
    ['expired', { quantity: 0, expired_at: '2001-01-01T00:00:00Z' }],
    ['sold_out', { quantity: 0 }],
    ['sold_out', { infinite: null, quantity: 0 }],
  ])('is %s with %j', (state, change) => expect(productState({ ...product, ...change }, now)).toBe(state))
})

describe('the query of a list', () => {
  it('has its defaults', () => expect(productListQuery.parse({})).toEqual({ sort: '-updated_at', limit: 50 }))

  it('cuts what is searched for', () =>
    expect(productListQuery.parse({ q: ` ${'x'.repeat(300)} ` }).q).toHaveLength(200))

  it.each([
    { sort: 'secret' },
    { sort: '--name' },
    { limit: '0' },
    { limit: '201' },
    { limit: '1.5' },
    { limit: 'x' },
    { page: '1' },
    { cursor: 'x'.repeat(2001) },
  ])('refuses %j', (query) => expect(productListQuery.safeParse(query).success).toBe(false))
})
