import { describe, expect, it } from 'vitest'
import { differenceOf } from './list'

describe('the difference of two payloads', () => {
  it('lists changed, added and removed values by path', () => {
    const before = { transaction: { status: 'incomplete', amount: 1, gone: true, same: [1, { a: 2 }] } }
    const after = { transaction: { status: 'successful', amount: 1, came: null, same: [1, { a: 3 }] } }
    expect(differenceOf(before, after)).toEqual([
      { path: 'transaction.status', before: 'incomplete', after: 'successful' },
      { path: 'transaction.came', after: null },
      { path: 'transaction.same.1.a', before: 2, after: 3 },
      { path: 'transaction.gone', before: true },
    ])
  })

  it('is empty for equal values in any order', () => {
    expect(differenceOf({ a: 1, b: [] }, { b: [], a: 1 })).toEqual([])
    expect(differenceOf(undefined, undefined)).toEqual([])
  })

  it('treats a change of type as a whole', () => {
    expect(differenceOf({ a: [1] }, { a: { 0: 1 } })).toEqual([{ path: 'a', before: [1], after: { 0: 1 } }])
    expect(differenceOf('{', { a: 1 })).toEqual([{ path: '', before: '{', after: { a: 1 } }])
  })

  it('names the currency that stands nearest to an amount, on each side', () => {
    const payment = (currency: string, fee: number) => ({
      transaction: {
        currency,
        amount: 1000,
        items: [{ amount: fee }],
        fee: { currency: 'USD', amount: fee },
      },
    })
    const find = (...sides: [unknown, unknown]) =>
      differenceOf(...sides).map(({ path, currencies }) => [path, currencies])
    expect(find(payment('JPY', 1), payment('EUR', 2))).toEqual([
      ['transaction.currency', undefined],
      ['transaction.items.0.amount', { before: 'JPY', after: 'EUR' }],
      ['transaction.fee.amount', { before: 'USD', after: 'USD' }],
    ])
    expect(find({ currency: 'EUR', paid_amount: 1 }, { currency: 'constructor' })).toEqual([
      ['currency', undefined],
      ['paid_amount', { before: 'EUR', after: null }],
    ])
  })

  it('ignores names of object members', () => {
    const json = (text: string): unknown => JSON.parse(text)
    expect(differenceOf({}, json('{"__proto__":1,"constructor":2}'))).toEqual([
      { path: '__proto__', after: 1 },
      { path: 'constructor', after: 2 },
    ])
  })

  it('ends: at a hundred, and where it is deeper than any payment', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, n]))
    expect(differenceOf({}, many)).toHaveLength(100)
    const deep = (end: number): unknown =>
      Array.from({ length: 5_000 }).reduce((inner) => ({ a: inner }), end)
    expect(differenceOf(deep(1), deep(2))).toEqual([])
  })
})
