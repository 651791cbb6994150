'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductDetail, Radar, RadarItem } from '@/lib/products/schema'
import { radarOptions } from '@/lib/products/client'

/** Lets a row freeze the list. */
export interface RowHold {
  /** The product after its repair; undefined if there was none or the list was reloaded since. */
  done: ProductDetail | undefined
  hold: () => void
  /** Keeps the rows while a dialog of one of them is open. */
  keep: (isOpen: boolean) => void
  /** Call with null after a failure. */
  settle: (product: ProductDetail | null) => void
  /** Call after an undo. */
  reopen: () => void
}

/**
 * Returns the products that need attention. A repaired product would leave the list at once, and the next row's button
 * would move under a pointer about to press again. So the list is frozen until something else reloads it.
 */
export function useHeldRadar(shop: string) {
  const query = useQuery(radarOptions(shop))
  const [held, setHeld] = useState<HeldRadar | null>(null)
  const [kept, setKept] = useState<Radar | null>(null)
  const { data, dataUpdatedAt } = query
  const current = isHeld(held, dataUpdatedAt) ? held : null
  const frozen = current?.radar ?? kept
  const radar = frozen && data ? withHeldRows(frozen, data) : data
  const rowHold = (row: string): RowHold => ({
    done: current?.done.get(row),
    hold: () => radar && setHeld(holdRadar(radar, current)),
    keep: (isOpen) => setKept(isOpen && radar ? radar : null),
    settle: (product) => setHeld((now) => now && settleRow(now, row, product, Date.now())),
    reopen: () => setHeld((now) => now && reopenRow(now, row)),
  })
  return { query, radar, rowHold }
}

/** A load within this time after an action is taken for its result, and does not move the rows. */
const holdMs = 10_000

/** The radar as it was before an action, kept until a later load. */
interface HeldRadar {
  radar: Radar
  /** Loads before this time (ms) neither add nor remove rows. */
  until: number
  /** The repaired products by row. */
  done: ReadonlyMap<string, ProductDetail>
}

/** Freezes the list while a request runs. Keeps earlier repairs that are still shown. */
export const holdRadar = (radar: Radar, held: HeldRadar | null): HeldRadar =>
  held
    ? { ...held, until: Number.POSITIVE_INFINITY }
    : { radar, until: Number.POSITIVE_INFINITY, done: new Map() }

/** Ends a request. `product` is the result, or null after a failure. */
export const settleRow = (
  held: HeldRadar,
  row: string,
  product: ProductDetail | null,
  now: number,
): HeldRadar => ({
  ...held,
  until: now + holdMs,
  done: product ? new Map(held.done).set(row, product) : held.done,
})

/** Forgets the repair of a row after an undo. */
const reopenRow = (held: HeldRadar, row: string): HeldRadar => ({
  ...held,
  done: new Map([...held.done].filter(([one]) => one !== row)),
})

/** Whether the list is still frozen for data loaded at `loadedAt` (ms). */
export const isHeld = (held: HeldRadar | null, loadedAt: number): held is HeldRadar =>
  held !== null && loadedAt < held.until

/** Returns the frozen rows in their places, with current data where available. */
export function withHeldRows(frozen: Radar, now: Radar): Radar {
  const rows = (kind: 'expiring' | 'stock' | 'test') => {
    const known = new Map(now[kind].items.map((item): [string, RadarItem] => [item.id, item]))
    return { ...frozen[kind], items: frozen[kind].items.map((item) => known.get(item.id) ?? item) }
  }
  return { ...now, expiring: rows('expiring'), stock: rows('stock'), test: rows('test') }
}
