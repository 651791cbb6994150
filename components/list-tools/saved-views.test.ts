import { expect, test } from 'vitest'
import { parseViews, viewOf } from './saved-views'

test('a view is the address without its page, in one order', () => {
  expect(viewOf(new URLSearchParams('stock=low&cursor=abc&from=51&q=bag'))).toBe('q=bag&stock=low')
})

test('ignores what is no list of views', () => {
  expect(parseViews(null)).toEqual([])
  expect(parseViews('{')).toEqual([])
  expect(parseViews('{"name":"x"}')).toEqual([])
  expect(parseViews('[{"name":"Low","search":"stock=low"},{"name":1},null]')).toEqual([
    { name: 'Low', search: 'stock=low' },
  ])
})
