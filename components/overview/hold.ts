import type { ProductDetail } from '@/lib/products/schema'
import type { Radar, RadarItem } from '@/lib/products/radar'

/** After something was done, a list that is loaded this soon comes of it, and must move nothing under the pointer. */
const holdMs = 10_000

/** The radar as it stood when a product was put right, and stays until it is loaded anew much later. */
export interface Held {
  radar: Radar
  /** What was loaded before this (ms) takes no row away and adds none. */
  until: number
  /** What was put right, by row. */
  done: ReadonlyMap<string, ProductDetail>
}

/** While something is sent, however long that takes. What was done earlier and is held still stays with it. */
export const holding = (radar: Radar, held: Held | null): Held =>
  held
    ? { ...held, until: Number.POSITIVE_INFINITY }
    : { radar, until: Number.POSITIVE_INFINITY, done: new Map() }

/** It was sent: `product` is what came of it, null where it failed. */
export const settled = (held: Held, row: string, product: ProductDetail | null, now: number): Held => ({
  ...held,
  until: now + holdMs,
  done: product ? new Map(held.done).set(row, product) : held.done,
})

/** What was done there was put back, or is done no more. */
export const reopened = (held: Held, row: string): Held => ({
  ...held,
  done: new Map([...held.done].filter(([one]) => one !== row)),
})

/** Whether it holds against what was loaded at `loadedAt` (ms). */
export const isHeld = (held: Held | null, loadedAt: number): held is Held =>
  held !== null && loadedAt < held.until

/** The rows of `held` in their places, with what is known of them by now. */
export function inPlace({ radar }: Held, now: Radar): Radar {
  const rows = (kind: 'expiring' | 'stock' | 'test') => {
    const known = new Map(now[kind].items.map((item): [string, RadarItem] => [item.id, item]))
    return { ...radar[kind], items: radar[kind].items.map((item) => known.get(item.id) ?? item) }
  }
  return { ...now, expiring: rows('expiring'), stock: rows('stock'), test: rows('test') }
}
