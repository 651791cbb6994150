import { expect, it, vi } from 'vitest'
import { selectionOf } from './use-selection'

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
