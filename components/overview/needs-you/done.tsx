'use client'
import { Check } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

/**
 * Replaces a button after its action succeeded. Takes over its focus, so that the next button does not get
 * it.
 */
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
