'use client'
import { useLayoutEffect, useRef } from 'react'

/**
 * Gives the focus to the page's title, or else to its content, if it is in `leaving`, which is about to go with the
 * control that was pressed. Without that the focus would fall to the top of the document. A person who has moved the
 * focus meanwhile keeps it.
 */
export function passFocusOn(leaving: HTMLElement | null): void {
  if (leaving?.contains(document.activeElement)) focusPage()
}

/** Gives the focus to the page's title, or else to its content. */
export function focusPage(): void {
  const content = document.getElementById('content')
  const title = content?.querySelector<HTMLElement>('h1[tabindex]')
  ;(title ?? content)?.focus({ preventScroll: true })
}

/** Returns the ref of an element that passes the focus on when it goes with the focused control in it. */
export function useFocusPassedOn<Leaving extends HTMLElement>() {
  const leaving = useRef<Leaving>(null)
  useLayoutEffect(() => {
    const here = leaving.current
    return () => passFocusOn(here)
  }, [])
  return leaving
}
