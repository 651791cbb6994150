'use client'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether people came here from another page of this application, and not by loading this one. */
export function useIsArrival(): boolean {
  // False while a loaded page comes alive.
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const [isArrival] = useState(isInBrowser)
  return isArrival
}

/**
 * For the heading of a page that people are led to by what they did elsewhere, with what they pressed left behind: it
 * gets the focus, so that the page is announced and its actions are the next stops. Not where a browser loads the page:
 * there the way begins at its top.
 */
export function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  const isArrival = useIsArrival()
  useEffect(() => {
    if (!isArrival) return
    // After the dialog that led here has tried to give the focus back.
    const frame = requestAnimationFrame(() => heading.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [isArrival])
  return heading
}
