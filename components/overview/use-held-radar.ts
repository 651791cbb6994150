'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductDetail } from '@/lib/products/schema'
import { radarOptions } from '@/lib/products/radar-client'
import { type Held, holding, inPlace, isHeld, reopened, settled } from './hold'

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
