'use client'
import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { visibleName } from './visible-text'

const gap = 6
const leaveMs = 120

export interface Hint {
  /** Onto the element that is explained. */
  anchorProps: {
    'aria-describedby': string | undefined
    onPointerEnter: (event: PointerEvent<HTMLElement>) => void
    onPointerLeave: () => void
    onFocus: (event: FocusEvent) => void
    onBlur: () => void
    onKeyDown: (event: { key: string }) => void
  }
  /** Right after it. */
  bubble: ReactNode
}

/**
 * A tooltip: on hover after a moment, on keyboard focus at once; Escape and a press hide it, and the pointer may move
 * onto it. Our own because every row of a table has some, and React Aria's brings the positioning of all popovers into
 * every page. `isName` when it only repeats the element's accessible name, which is then not read twice.
 */
export function useHint(text: string, { delayMs = 500, isName = false } = {}): Hint {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function set(next: HTMLElement | null, afterMs: number) {
    clearTimeout(timer.current)
    if (afterMs === 0) setAnchor(next)
    else timer.current = setTimeout(() => setAnchor(next), afterMs)
  }
  return {
    anchorProps: {
      'aria-describedby': anchor && !isName ? id : undefined,
      // A finger has no hover: what it touches is about to be pressed.
      onPointerEnter: (event) => event.pointerType !== 'touch' && set(event.currentTarget, delayMs),
      onPointerLeave: () => set(null, leaveMs),
      onFocus: ({ currentTarget }) => {
        if (currentTarget instanceof HTMLElement && currentTarget.matches(':focus-visible'))
          set(currentTarget, 0)
      },
      onBlur: () => set(null, 0),
      onKeyDown: (event) => event.key === 'Escape' && set(null, 0),
    },
    bubble: anchor && (
      <span
        id={id}
        role="tooltip"
        // The top layer, or a table that scrolls would cut it off.
        popover="manual"
        ref={(bubble) => {
          if (bubble) place(bubble, anchor)
        }}
        onPointerEnter={() => clearTimeout(timer.current)}
        onPointerLeave={() => set(null, leaveMs)}
        className="fixed m-0 max-w-72 animate-fade rounded-sm bg-text px-2 py-1 text-xs text-bg tabular-nums shadow-pop"
      >
        {visibleName(text)}
      </span>
    ),
  }
}

/** Above the anchor and centred on it; below where there is no room, and never beyond the window's sides. */
function place(bubble: HTMLElement, anchor: HTMLElement): void {
  bubble.showPopover()
  const at = anchor.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const left = at.left + at.width / 2 - width / 2
  const above = at.top - gap - height
  bubble.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`
  bubble.style.top = `${above < gap ? at.bottom + gap : above}px`
}
