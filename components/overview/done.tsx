'use client'
import { Check } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** What was done, in place of the button that did it, whose focus it takes on: the next button must not get it. */
export function Done({ children }: { children: ReactNode }) {
  const root = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const here = root.current
    // The focus is lost: the button that had it is gone.
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
 * A row that was put right leaves the list when it is next loaded, and the focus would fall to the top of the page with
 * it. Called before `spot` goes, it gives the focus to its row, or the next one, or the page's content.
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
