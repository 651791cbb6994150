'use client'
import { Check } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { keepFocus } from './focus'

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
