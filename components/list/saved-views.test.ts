import { afterEach, expect, test, vi } from 'vitest'
import { forgetViewsOfOthers, keepViews, limit, parseViews, viewOf, withView } from './saved-views'

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

test('a view replaces one of its name, and never pushes out another', () => {
  const some = Array.from({ length: limit }, (_, at) => ({ name: `View ${at}`, search: `q=${at}` }))
  expect(withView(some, { name: 'New', search: 'q=x' })).toBeNull()
  const replaced = withView(some, { name: 'View 0', search: 'q=x' })
  expect(replaced).toHaveLength(limit)
  expect(replaced?.at(-1)).toEqual({ name: 'View 0', search: 'q=x' })
})

/** Keys are own properties, as in the browser's storage. */
function storageOf(storage: Record<string, unknown>) {
  const localStorage: Record<string, unknown> = Object.assign(
    Object.create({
      getItem: (name: string) => localStorage[name] ?? null,
      setItem: (name: string, text: string) => void (localStorage[name] = text),
      removeItem: (name: string) => void delete localStorage[name],
    }),
    storage,
  )
  vi.stubGlobal('window', { localStorage })
  return localStorage
}

test('personal views are gone when another person is signed in, also where nobody signed out', () => {
  const key = 'counterfoil.views.payments.s'
  const [one, others] = [
    { name: 'One', search: 'q=anna' },
    { name: 'Low', search: 'state=paid' },
  ]
  const storage = storageOf({ [key]: JSON.stringify([one, others]) })
  const views = () => parseViews(String(storage[key]))
  forgetViewsOfOthers('first')
  forgetViewsOfOthers('first')
  expect(views()).toEqual([one, others])
  forgetViewsOfOthers('second')
  expect(views()).toEqual([others])
})

test.each(['q=anna', 'customer_id=cst_1', 'object=cst_1', 'same_card_as=1', 'checkout_id=1', 'uid=1'])(
  'a view that can name a person is gone after sign-out: %s',
  (search) => {
    const key = 'counterfoil.views.activity.s'
    const others = { name: 'Low', search: 'stock=low' }
    const storage = storageOf({ [key]: JSON.stringify([{ name: 'One', search }, others]) })
    keepViews()()
    expect(JSON.parse(String(storage[key]))).toEqual([others])
  },
)
