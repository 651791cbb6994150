'use client'
import { useEffect, useRef } from 'react'

/** Longer than a closing dialog takes to return the focus. */
const focusBackMs = 250

/**
 * Returns the ref of the page's main action, which gets the focus when a dialog closes and the element that opened it
 * is gone, such as the row of a revoked invitation.
 */
export function useFocusKept(isOpen: boolean) {
  const mainAction = useRef<HTMLButtonElement>(null)
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
  }, [isOpen])
  return mainAction
}
