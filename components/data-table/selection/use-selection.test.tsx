import { useState } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { selectionOf, usePicked } from './use-selection'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/shops/s/products' }))

const [a, b] = [
  { id: 'a', name: 'Lamp' },
  { id: 'b', name: 'Mug' },
]
const idOf = ({ id }: { id: string }) => id
const put = vi.fn<(picked: object) => void>()

it('has of the rows picked one by one those that the list still has, as they are now', () => {
  const picked = { isAll: false, rows: new Map([a, b].map((row) => [row.id, row])) } as const
  const unknown = selectionOf({ picked, put }, idOf, new Map())
  expect(unknown.rows).toEqual([a, b])
  const renamed = { ...a, name: 'Floor lamp' }
  const selection = selectionOf({ picked, put }, idOf, new Map([['a', renamed], ['b', null]])) // prettier-ignore
  expect(selection.rows).toEqual([renamed])
  expect(selection.count(7)).toBe(1)
  selection.set([], true)
  expect(put).toHaveBeenCalledWith({ isAll: false, rows: new Map([['a', renamed]]) })
})

it('counts all but the excepted rows that the list still has, and goes on excepting the others', () => {
  const picked = { isAll: true, except: new Set(['a', 'b']) } as const
  const selection = selectionOf({ picked, put }, idOf, new Map([['a', a], ['b', null]])) // prettier-ignore
  expect(selection.count(7)).toBe(6)
  expect(selection.except).toEqual(['a', 'b'])
})

it('takes all no longer once the rows are only similar to the search, and again when rows match', () => {
  const seen: boolean[] = []
  /** Takes all, and then shows three pages in turn. */
  function List() {
    const [at, setAt] = useState(-1)
    const { picked, put: take } = usePicked('products', [false, true, false][at] ?? false)
    if (at === -1) take({ isAll: true, except: new Set() })
    else seen.push(picked.isAll)
    if (at < 2) setAt(at + 1)
    return null
  }
  renderToString(<List />)
  expect(seen).toEqual([true, false, true])
})
