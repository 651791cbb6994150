'use client'
import { type RefObject, useLayoutEffect } from 'react'

/** Moves the focus of an element that disappears to the list around it, instead of the top of the page. */
export function useFocusHandedOn(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = element.current
    const list = here?.closest<HTMLElement>('[data-list]')
    return () => {
      if (here?.contains(document.activeElement))
        requestAnimationFrame(() => list?.focus({ preventScroll: true }))
    }
  }, [element])
}
