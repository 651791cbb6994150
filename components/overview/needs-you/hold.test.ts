import { expect, it } from 'vitest'
import type { ProductDetail, Radar, RadarItem } from '@/lib/products/schema'
import { holding, withHeldRows, isHeld, settled } from './use-held-radar'

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

it('holds while something is sent, and against what is loaded in the ten seconds after', () => {
  const sending = holding(radarOf(item('a')), null)
  expect(isHeld(sending, 1e15)).toBe(true)
  const sent = settled(sending, 'expiring a', null, 1_000)
  expect(isHeld(sent, 10_999)).toBe(true)
  expect(isHeld(sent, 11_000)).toBe(false)
  expect(isHeld(null, 0)).toBe(false)
})

it('keeps the rows where they are, with what is known of them now', () => {
  const held = holding(radarOf(item('a'), item('b'), item('c')), null)
  const now = radarOf(item('new'), item('c', { quantity: 7 }), item('b'))
  const shown = withHeldRows(held, now)
  expect(ids(shown)).toEqual(['a', 'b', 'c'])
  expect(shown.expiring.items[2]?.quantity).toBe(7)
})

it('keeps what was done when the next is sent, and the places with it', () => {
  const product = { id: 'a' } as ProductDetail
  const first = settled(holding(radarOf(item('a'), item('b')), null), 'expiring a', product, 0)
  const second = holding(radarOf(item('b')), first)
  expect(second.done.get('expiring a')).toBe(product)
  expect(ids(second.radar)).toEqual(['a', 'b'])
})
