import { expect, it, vi } from 'vitest'
import { listParams } from '@/lib/core/client/list-params'
import { choice, choices, day, flag, rare, texts } from '@/lib/core/lists/filters'
import { describeList } from '@/lib/core/lists/paging'
import type { FilterContext } from '../define-list'
import { filterChips } from './filters'

const { filters, described } = listParams(
  describeList({
    sortColumns: ['at'],
    defaultSort: '-at',
    search: 'none',
    filters: {
      paid: flag,
      at_from: day,
      at_to: day,
      stock: rare(choice(['low', 'out'])),
      brand: texts(),
      state: choices(['open', 'closed']),
      attention: choice(['test']),
    },
  }),
)

const days = { id: 'at', label: 'Day', options: [], selected: [], onChange: () => {} }

function chips() {
  const narrow = vi.fn<FilterContext<typeof filters>['narrow']>()
  const list = {
    shop: 's',
    rows: [],
    narrowed: { paid: false, state: ['open' as const] },
    narrow,
    openDialog: () => {},
  }
  return { narrow, all: filterChips(list, described, { at: days, attention: null }, (path) => path) }
}

it('shows what a list makes itself and its other choices and flags, in the order of their descriptions', () => {
  expect(chips().all.map(({ id, isRare = false }) => [id, isRare])).toEqual([
    ['paid', false],
    ['at', false],
    ['stock', true],
    ['state', false],
  ])
})

it('words a flag and a choice', () => {
  const [paid, , stock] = chips().all
  expect(paid).toMatchObject({
    label: 'paid.label',
    options: [
      { value: 'true', label: 'paid.true' },
      { value: 'false', label: 'paid.false' },
    ],
    selected: ['false'],
  })
  expect(stock).toMatchObject({
    label: 'stock.label',
    options: [
      { value: 'low', label: 'stock.low' },
      { value: 'out', label: 'stock.out' },
    ],
    selected: [],
  })
})

it('changes one filter', () => {
  const { all, narrow } = chips()
  const [paid, , stock, state] = all
  paid?.onChange([])
  expect(narrow).toHaveBeenLastCalledWith({ paid: null })
  stock?.onChange(['low'])
  expect(narrow).toHaveBeenLastCalledWith({ stock: 'low' })
  state?.onChange(['open', 'closed'])
  expect(narrow).toHaveBeenLastCalledWith({ state: ['open', 'closed'] })
})
