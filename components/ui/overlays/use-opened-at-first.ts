'use client'
import { useEffect, useState } from 'react'

/**
 * Open state of a lazily loaded popup. Opens only after the first render is on screen, so that its button has the focus
 * by then and gets it back on close.
 */
export function useOpenedAtFirst(isWanted = true) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const frame = requestAnimationFrame(() => setIsOpen(true))
    return () => cancelAnimationFrame(frame)
  }, [isWanted])
  return { isOpen, onOpenChange: setIsOpen }
}
