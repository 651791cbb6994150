'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductDetail } from '@/lib/products/schema'
import { radarOptions } from '@/lib/products/radar-client'
import type { Radar, RadarItem } from '@/lib/products/radar'

/** A row's part in holding the list. */
export interface RowHold {
  /** The product as it is since it was put right here; undefined: it was not, or the list was loaded anew. */
  done: ProductDetail | undefined
  hold: () => void
  /** Null: it failed. */
  settle: (product: ProductDetail | null) => void
  /** It was put back. */
  reopen: () => void
}

/**
 * What needs somebody. A product that is put right leaves the list at once, and the next one's button would come under
 * a pointer that is about to press again: so the list stands still until it is loaded by something else.
 */
export function useHeldRadar(shop: string) {
  const query = useQuery(radarOptions(shop))
  const [held, setHeld] = useState<Held | null>(null)
  const { data, dataUpdatedAt } = query
  const current = isHeld(held, dataUpdatedAt) ? held : null
  const rowHold = (row: string): RowHold => ({
    done: current?.done.get(row),
    hold: () => data && setHeld(holding(data, current)),
    settle: (product) => setHeld((now) => now && settled(now, row, product, Date.now())),
    reopen: () => setHeld((now) => now && reopened(now, row)),
  })
  return { query, radar: current && data ? inPlace(current, data) : data, rowHold }
}

/** After something was done, a list that is loaded this soon comes of it, and must move nothing under the pointer. */
const holdMs = 10_000

/** The radar as it stood when a product was put right, and stays until it is loaded anew much later. */
interface Held {
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
const reopened = (held: Held, row: string): Held => ({
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
