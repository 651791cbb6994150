'use client'
import { useEffect, useRef, useState } from 'react'
import { useIsHydrated } from '../ui/hydrated'

/** Whether the person came by client-side navigation and not by a page load. */
export function useIsArrival(): boolean {
  const isHydrated = useIsHydrated()
  const [isArrival] = useState(isHydrated)
  return isArrival
}

/**
 * Focuses the heading after client-side navigation, so that screen readers announce the page and its actions
 * come next. A control of the page that took the focus keeps it.
 * After a page load, focus stays at the top. Use it where the pressed control was left behind.
 */
export function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  const isArrival = useIsArrival()
  useEffect(() => {
    if (!isArrival) return
    // After the closing dialog has tried to restore focus.
    const frame = requestAnimationFrame(() => {
      if (!document.activeElement?.closest('main')) heading.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [isArrival])
  return heading
}
