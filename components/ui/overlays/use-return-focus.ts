'use client'
import { type FocusEvent, useRef } from 'react'
import { overlays } from '../press/use-shortcut'

/** Remembers where the focus was before it entered `root`, and returns it there. */
export function useReturnFocus<Root extends HTMLElement>() {
  const root = useRef<Root>(null)
  const cameFrom = useRef<HTMLElement>(null)
  const hasFocus = () => root.current?.contains(document.activeElement) ?? false
  return {
    rootProps: {
      ref: root,
      onFocus: ({ target, relatedTarget: from }: FocusEvent) => {
        // Popups opened from inside `root` are elsewhere in the document, and not a place to return to.
        if (!(from instanceof HTMLElement) || from.closest(overlays)) return
        if (root.current?.contains(target) && !root.current.contains(from)) cameFrom.current = from
      },
    },
    root,
    hasFocus,
    /** Returns the focus. False when it was not inside `root`, or the earlier element is gone. */
    leave: (): boolean => {
      if (!hasFocus() || !cameFrom.current?.isConnected) return false
      cameFrom.current.focus({ preventScroll: true })
      return true
    },
  }
}
