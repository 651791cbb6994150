'use client'
import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { visibleName } from '../text/visible-text'

const gap = 6
const leaveMs = 120

interface Hint {
  anchorProps: {
    'aria-describedby': string | undefined
    onPointerEnter: (event: PointerEvent<HTMLElement>) => void
    onPointerLeave: () => void
    onFocus: (event: FocusEvent) => void
    onBlur: () => void
    onKeyDown: (event: { key: string }) => void
  }
  /** Render right after the element. */
  bubble: ReactNode
}

/**
 * A tooltip: on hover after a delay, on keyboard focus at once. Escape and a press hide it, and the pointer may move
 * onto it. Not React Aria's, which brings the positioning of all popovers into every page, while every table row has
 * tooltips. Pass `isName` when the text repeats the accessible name, so that it is not read twice.
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
      // Touch has no hover: the touched element is about to be pressed.
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
        // In the top layer, because a scrolling table would clip it.
        popover="manual"
        ref={(bubble) => {
          if (bubble) place(bubble, anchor)
        }}
        onPointerEnter={() => clearTimeout(timer.current)}
        onPointerLeave={() => set(null, leaveMs)}
        // By default a popover scrolls, and a text that is a fraction of a pixel too wide makes it a tab stop.
        className="fixed m-0 max-w-72 animate-fade overflow-visible rounded-sm bg-text px-2 py-1 text-xs text-bg tabular-nums shadow-pop print:hidden"
      >
        {visibleName(text)}
      </span>
    ),
  }
}

/** Places the bubble centred above the anchor, or below where there is no room, and within the window's sides. */
function place(bubble: HTMLElement, anchor: HTMLElement): void {
  bubble.showPopover()
  const at = anchor.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const left = at.left + at.width / 2 - width / 2
  const above = at.top - gap - height
  bubble.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`
  bubble.style.top = `${above < gap ? at.bottom + gap : above}px`
}
