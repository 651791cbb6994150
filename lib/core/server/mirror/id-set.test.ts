import { expect, it } from 'vitest'
import { IdSet } from './id-set'

const id = (n: number) => `prd_${n.toString(16).padStart(16, '0')}`

it('contains exactly the IDs that were added and not removed', () => {
  const ids = new IdSet()
  for (let n = 0; n < 50_000; n++) ids.add(id(n))
  for (let n = 0; n < 50_000; n += 2) ids.remove(id(n))
  for (let n = 50_000; n < 100_000; n++) ids.remove(id(n))
  for (let n = 50_000; n < 60_000; n++) ids.add(id(n))
  for (let n = 0; n < 100_000; n++) {
    const isIn = n < 50_000 ? n % 2 === 1 : n < 60_000
    if (ids.has(id(n)) !== isIn) throw new Error(`is wrong about ${id(n)}`)
  }
  expect(ids.size).toBe(35_000)
  ids.add('')
  expect(ids.has('')).toBe(true)
})

it('counts an ID once, however often it is added or removed', () => {
  const ids = new IdSet()
  for (const one of ['a', 'a', 'b']) ids.add(one)
  ids.remove('a')
  ids.remove('a')
  expect(ids.size).toBe(1)
  ids.add('a')
  expect([ids.size, ids.has('a')]).toEqual([2, true])
})
