'use client'
import { Check } from 'lucide-react'
import type { Route } from 'next'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { AgainIn } from '@/components/time/again-in'
import type { RadarItem, ProductDetail, Radar } from '@/lib/products/schema'
import { Link } from '@/components/ui/link'
import { visibleName } from '@/components/ui/text/visible-text'
import { useQuery } from '@tanstack/react-query'
import { radarOptions } from '@/lib/products/client'

interface RadarRowProps {
  shop: string
  item: RadarItem
  icon: ReactNode
  reason: ReactNode
  /** The error of the last action. Stays until the next attempt. */
  failure?: string | null
  /** Seconds until the next attempt is allowed. */
  waiting?: number
  children?: ReactNode
}

export function RadarRow({ shop, item, icon, reason, failure, waiting = 0, children }: RadarRowProps) {
  return (
    <div className="flex min-h-11 items-center gap-2.5 py-1">
      <span className="shrink-0 self-start pt-1 text-warn">{icon}</span>
      <div className="min-w-0 flex-1">
        <Link
          href={`/shops/${shop}/products/${item.id}` as Route}
          dir="auto"
          className="line-clamp-2 rounded-xs py-0.5 text-base wrap-anywhere hover:underline"
        >
          {visibleName(item.name ?? item.id)}
        </Link>
        <p className="text-sm text-muted">{reason}</p>
        {failure && (
          <p role="alert" className="text-sm text-danger">
            {failure}
          </p>
        )}
        <p className="text-sm text-danger">
          <AgainIn seconds={waiting} />
        </p>
      </div>
      {children}
    </div>
  )
}

/** Replaces a button after its action succeeded. Takes over its focus, so that the next button does not get it. */
export function Done({ children }: { children: ReactNode }) {
  const root = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const here = root.current
    // Focus was lost with the removed button.
    if (document.activeElement === document.body) here?.focus({ preventScroll: true })
    return () => {
      if (here?.contains(document.activeElement)) keepFocus(here)
    }
  }, [])
  return (
    <span
      ref={root}
      tabIndex={-1}
      className="inline-flex min-h-6.5 shrink-0 items-center gap-1.5 rounded-sm text-sm text-muted"
    >
      <Check aria-hidden size={15} className="text-accent" />
      {children}
    </span>
  )
}

/**
 * Keeps focus in the list when a repaired row leaves it. Call before `spot` is removed: focus goes to its row, a
 * neighbouring row, or the page's content.
 */
function keepFocus(spot: HTMLElement): void {
  const row = spot.closest('li')
  const rows = [row, row?.nextElementSibling, row?.previousElementSibling]
  requestAnimationFrame(() => {
    const left = rows.find((one) => one?.isConnected)
    const target = left?.querySelector<HTMLElement>('button, a')
    ;(target ?? document.getElementById('content'))?.focus()
  })
}

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

/** A load within this time after an action counts as its result, and does not move the rows. */
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
