import { expect, it } from 'vitest'
import { allMatching } from './all-matching'

const pages = [
  { items: ['a', 'b'], next_cursor: '1' },
  { items: ['b', 'c'], next_cursor: '2' },
  { items: ['d'], next_cursor: null },
].map((page) => ({ ...page, items: page.items.map((id) => ({ id })) }))
const read = ({ cursor = '0' }: { cursor?: string }) =>
  Promise.resolve(pages[Number(cursor)] ?? { items: [], next_cursor: null })

it('has a row once that moved to the next page while pages were read', async () => {
  const found = await allMatching(read, { except: ['d'], most: 10 })
  expect(found.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(await allMatching(read, { except: [], most: 3 })).toHaveLength(3)
})
