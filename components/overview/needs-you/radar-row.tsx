'use client'
import { Check } from 'lucide-react'
import type { Route } from 'next'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { AgainIn } from '@/components/time/again-in'
import type { RadarItem } from '@/lib/products/schema'
import { Link } from '@/components/ui/link'
import { visibleName } from '@/components/ui/text/visible-text'

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
