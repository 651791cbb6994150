import { afterEach, expect, test, vi } from 'vitest'
import { keepViews, parseViews, viewOf } from './saved-views'

afterEach(() => vi.unstubAllGlobals())

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

test.each(['q=anna', 'customer_id=cst_1', 'object=cst_1', 'same_card_as=1', 'checkout_id=1', 'uid=1'])(
  'a view that can name a person is gone after sign-out: %s',
  (search) => {
    const key = 'counterfoil.views.activity.s'
    const others = { name: 'Low', search: 'stock=low' }
    const storage: Record<string, unknown> = {
      [key]: JSON.stringify([{ name: 'One', search }, others]),
    }
    const methods = {
      getItem: (name: string) => storage[name] ?? null,
      setItem: (name: string, text: string) => void (storage[name] = text),
      removeItem: (name: string) => void delete storage[name],
    }
    vi.stubGlobal('window', { localStorage: Object.assign(Object.create(methods), storage) })
    keepViews()()
    expect(JSON.parse(String(storage[key]))).toEqual([others])
  },
)
