'use client'
import { useEffect, useRef } from 'react'
import { focusBackMs } from '@/components/dialogs/use-focus-kept'

/**
 * Returns the ref of a place whose content is replaced when `shown` changes. Its first button then gets the focus, if
 * that was lost with the pressed button, or with the question before it.
 */
export function useFocusInPlace(shown: unknown) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) place.current?.querySelector('button')?.focus()
    }, focusBackMs)
    return () => clearTimeout(timer)
  }, [shown])
  return place
}
