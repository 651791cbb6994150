import { expect, it } from 'vitest'
import type { ProductDetail, Radar, RadarItem } from '@/lib/products/schema'
import { holdRadar, withHeldRows, isHeld, settleRow } from './radar-row'

const item = (id: string, fields: Partial<RadarItem> = {}): RadarItem => ({
  id,
  name: id,
  quantity: 1,
  infinite: false,
  immortal: false,
  expired_at: '2026-11-27T18:00:00+00:00',
  ...fields,
})
const list = (...items: RadarItem[]) => ({ items, total: items.length, total_exact: true })
const radarOf = (...expiring: RadarItem[]): Radar => ({
  expiring: list(...expiring),
  stock: list(),
  test: list(),
  synced_at: '2026-11-21T12:00:00Z',
})
const ids = ({ expiring }: Radar) => expiring.items.map(({ id }) => id)

it('holds the list during a request, and for ten seconds after it', () => {
  const sending = holdRadar(radarOf(item('a')), null)
  expect(isHeld(sending, 1e15)).toBe(true)
  const sent = settleRow(sending, 'expiring a', null, 1_000)
  expect(isHeld(sent, 10_999)).toBe(true)
  expect(isHeld(sent, 11_000)).toBe(false)
  expect(isHeld(null, 0)).toBe(false)
})

it('keeps the rows in place, with current data', () => {
  const held = holdRadar(radarOf(item('a'), item('b'), item('c')), null)
  const now = radarOf(item('new'), item('c', { quantity: 7 }), item('b'))
  const shown = withHeldRows(held.radar, now)
  expect(ids(shown)).toEqual(['a', 'b', 'c'])
  expect(shown.expiring.items[2]?.quantity).toBe(7)
})

it('keeps earlier repairs and their places during the next request', () => {
  const product = { id: 'a' } as ProductDetail
  const first = settleRow(holdRadar(radarOf(item('a'), item('b')), null), 'expiring a', product, 0)
  const second = holdRadar(radarOf(item('b')), first)
  expect(second.done.get('expiring a')).toBe(product)
  expect(ids(second.radar)).toEqual(['a', 'b'])
})
