'use client'
import { memo, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useFocusHandedOn } from './use-focus-handed-on'

interface InsteadProps {
  /** Whether other rows are being loaded. */
  isRefreshing: boolean
  children: ReactNode
}

/** Says that something is not in the list: of the next search nobody knows that before its rows are there. */
const isKept = (_before: InsteadProps, { isRefreshing }: InsteadProps): boolean => isRefreshing

/** What stands in the place of rows. It stays as it was while the next rows load, like the rows themselves. */
export const Instead = memo(function Shown({ children }: InsteadProps) {
  const box = useRef<HTMLDivElement>(null)
  // A pressed button, such as “Clear filters”, is gone once there are rows.
  useFocusHandedOn(box)
  // Or something else is said, with other buttons. React tells of no blur then.
  const isFocused = useRef(false)
  useLayoutEffect(() => {
    if (!isFocused.current || document.activeElement !== document.body) return
    isFocused.current = false
    box.current?.closest<HTMLElement>('[data-list]')?.focus({ preventScroll: true })
  })
  return (
    <div
      ref={box}
      className="rounded-md border bg-surface shadow-card"
      onFocus={() => void (isFocused.current = true)}
      onBlur={() => void (isFocused.current = false)}
    >
      {children}
    </div>
  )
}, isKept)
