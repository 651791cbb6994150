'use client'
import { type FocusEvent, useRef } from 'react'
import { overlays } from './use-shortcut'

/** For what people visit and leave again: knows where the focus was before it came in, and leads back there. */
export function useWayBack<Root extends HTMLElement>() {
  const root = useRef<Root>(null)
  const cameFrom = useRef<HTMLElement>(null)
  const hasFocus = () => root.current?.contains(document.activeElement) ?? false
  return {
    rootProps: {
      ref: root,
      onFocus: ({ target, relatedTarget: from }: FocusEvent) => {
        // What opens from in here is elsewhere in the document, and no place to go back to.
        if (!(from instanceof HTMLElement) || from.closest(overlays)) return
        if (root.current?.contains(target) && !root.current.contains(from)) cameFrom.current = from
      },
    },
    root,
    hasFocus,
    /** False where the focus was not in here, or what had it before is gone. */
    leave: (): boolean => {
      if (!hasFocus() || !cameFrom.current?.isConnected) return false
      cameFrom.current.focus({ preventScroll: true })
      return true
    },
  }
}
