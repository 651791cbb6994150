'use client'
import { type RefObject, useEffect, useRef } from 'react'
import { focusPage } from '../frame/pass-focus-on'

/** Longer than a closing dialog takes to return the focus. */
export const focusBackMs = 250

/**
 * Returns the ref of the page's main action, which gets the focus when a dialog closes and the element that opened it
 * is gone, such as the row of a revoked invitation. `given`: the element that gets it instead.
 */
export function useFocusKept<Taking extends HTMLElement = HTMLButtonElement>(
  isOpen: boolean,
  given?: RefObject<Taking | null>,
) {
  const own = useRef<Taking>(null)
  const mainAction = given ?? own
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!isOpen && wasOpen.current) {
      const timer = setTimeout(() => {
        if (document.activeElement === document.body) mainAction.current?.focus()
      }, focusBackMs)
      return () => clearTimeout(timer)
    }
    wasOpen.current = isOpen
    return undefined
  }, [isOpen, mainAction])
  return mainAction
}

/** For a dialog that leads to another page: gives the focus to that page if no control of it takes it. */
export function useFocusTakenAlong(): void {
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body) focusPage()
      }, focusBackMs)
    },
    [],
  )
}
