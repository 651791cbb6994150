import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { listParams } from '@/lib/core/client/list-params'
import { texts } from '@/lib/core/lists/filters'
import { describeList } from '@/lib/core/lists/paging'
import type { ListFilter } from '../../data-table/filter-bar'
import type { FilterContext } from '../define-list'
import { useFetchedFilter } from './fetched-filters'

const { filters } = listParams(
  describeList({ sortColumns: ['at'], defaultSort: '-at', search: 'none', filters: { brand: texts() } }),
)
type Context = FilterContext<typeof filters>

function filterOf(brand: string[] | undefined, valuesOf: () => Promise<string[]>) {
  const narrow = vi.fn<Context['narrow']>()
  const seen = vi.fn<(filter: ListFilter) => void>()
  function Probe() {
    const list = { shop: 's', rows: [], narrowed: { brand }, narrow, openDialog: () => {} }
    const noteOf = (value: string) => `Card ${value}`
    seen(useFetchedFilter<typeof filters>(list, 'brand', { label: 'Brand', valuesOf, noteOf }))
    return null
  }
  renderToString(<Probe />)
  const filter = seen.mock.lastCall?.[0]
  if (typeof filter?.options !== 'function') throw new Error('fetches nothing')
  return { ...filter, options: filter.options, narrow }
}

it('fetches what the shop has when the menu opens, and keeps what is chosen besides', async () => {
  const valuesOf = vi.fn<() => Promise<string[]>>(async () => ['master', 'visa'])
  const { options, selected } = filterOf(['visa', 'jcb, old'], valuesOf)
  expect(valuesOf).not.toHaveBeenCalled()
  expect(selected).toEqual(['visa', 'jcb, old'])
  expect(await options()).toEqual(
    ['master', 'visa', 'jcb, old'].map((value) => ({ value, label: value, note: `Card ${value}` })),
  )
})

it('gives the same choice the same address', () => {
  const { onChange, narrow } = filterOf(undefined, async () => [])
  onChange(['visa', 'master'])
  expect(narrow).toHaveBeenLastCalledWith({ brand: ['master', 'visa'] })
  onChange([])
  expect(narrow).toHaveBeenLastCalledWith({ brand: null })
})
