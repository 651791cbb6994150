'use client'
import { Info } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

const delayMs = 250
const leaveMs = 150

/**
 * A term with its definition a hover, a focus or a touch away. The bubble spans the nearest positioned box (the card),
 * so that it fits wherever that does. Escape hides it.
 */
export function Definition({ term, children }: { term: string; children: ReactNode }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const set = (next: boolean, afterMs = 0) => {
    clearTimeout(timer.current)
    if (afterMs === 0) setIsOpen(next)
    else timer.current = setTimeout(() => setIsOpen(next), afterMs)
  }
  return (
    <>
      <button
        type="button"
        aria-describedby={isOpen ? id : undefined}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && set(true, delayMs)}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && set(false, leaveMs)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && set(true)}
        onBlur={() => set(false)}
        onClick={() => set(!isOpen)}
        onKeyDown={({ key }) => key === 'Escape' && set(false)}
        className="inline-flex min-h-6 items-center gap-1 rounded-xs text-left text-md text-muted hover:text-text"
      >
        {term}
        <Info aria-hidden size={13} className="shrink-0 text-faint" />
      </button>
      {isOpen && (
        <span
          id={id}
          role="tooltip"
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => set(false, leaveMs)}
          className="absolute inset-x-2 top-11 z-20 animate-fade rounded-sm bg-text px-2.5 py-1.5 text-xs/4.5 text-bg shadow-pop"
        >
          {children}
        </span>
      )}
    </>
  )
}
