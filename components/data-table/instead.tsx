'use client'
import { memo, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useFocusHandedOn } from './use-focus-handed-on'

interface InsteadProps {
  /** Whether other rows are being loaded. */
  isRefreshing: boolean
  children: ReactNode
}

/** Keeps the previous text while the next rows load: whether there are any is not known yet. */
const isKept = (_before: InsteadProps, { isRefreshing }: InsteadProps): boolean => isRefreshing

/** Shown in place of rows, such as “Nothing found”. Like rows, it stays while the next ones load. */
export const Instead = memo(function Shown({ children }: InsteadProps) {
  const box = useRef<HTMLDivElement>(null)
  // A pressed button, such as “Clear filters”, disappears with this once there are rows.
  useFocusHandedOn(box)
  // Or another text with other buttons replaces it. React sends no blur event then, so the focus is tracked.
  const hasFocusRef = useRef(false)
  useLayoutEffect(() => {
    if (!hasFocusRef.current || document.activeElement !== document.body) return
    hasFocusRef.current = false
    box.current?.closest<HTMLElement>('[data-list]')?.focus({ preventScroll: true })
  })
  return (
    <div
      ref={box}
      className="rounded-md border bg-surface shadow-card"
      onFocus={() => void (hasFocusRef.current = true)}
      onBlur={() => void (hasFocusRef.current = false)}
    >
      {children}
    </div>
  )
}, isKept)
