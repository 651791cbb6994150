import { expect, it } from 'vitest'
import type { FoundEntry, FrameShop, PaletteFound } from '../types'
import { resultsOf } from './use-results'

const shop: FrameShop = {
  id: 's',
  name: 'S',
  gateway_shop_id: 1,
  mode: 'sandbox',
  isArchived: false,
  logo: null,
}
const payment = { kind: 'payments', id: 'u', label: 'order-1', href: '/', isSimilar: false } as FoundEntry
const found: PaletteFound = { entries: [payment], lists: [], searched: [shop] }
const answer = { of: 'order-1', found }

it('shows what was found for what is typed', () => {
  expect(resultsOf(answer, 'order-1')).toMatchObject({ ...found, state: 'idle', isEarlier: false })
  const none = { entries: [], lists: [], searched: [shop] }
  expect(resultsOf({ of: 'order-1', found: none }, 'order-1')).toMatchObject({ isNothing: true })
  expect(resultsOf({ of: 'order-1', found: null }, 'order-1')).toMatchObject({ state: 'failed', entries: [] })
})

it('marks results as earlier from the first key on, so that none is opened for a text it may not fit', () => {
  const earlier = { entries: [payment], state: 'searching', isEarlier: true, isNothing: false }
  expect(resultsOf(answer, 'order-12')).toMatchObject(earlier)
  expect(resultsOf(answer, 'order-')).toMatchObject(earlier)
})

it('shows no results of another text', () => {
  for (const wanted of ['ann', 'rder-1'])
    expect(resultsOf(answer, wanted)).toMatchObject({ entries: [], state: 'searching' })
  expect(resultsOf(null, 'a')).toMatchObject({ entries: [], state: 'searching' })
  expect(resultsOf(answer, '')).toMatchObject({ entries: [], state: 'idle' })
})
