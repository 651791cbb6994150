'use client'
import { useHint } from '../press/use-hint'

export interface TimeTextProps {
  /** ISO 8601. */
  dateTime: string
  text: string
  /** The exact time with its zone, shown on hover and focus. */
  exact: string
  className?: string
}

/** A relative time that shows the exact time on hover or focus. */
export function TimeText({ dateTime, text, exact, className = '' }: TimeTextProps) {
  const { anchorProps, bubble } = useHint(exact, { delayMs: 200 })
  return (
    <>
      <time {...anchorProps} dateTime={dateTime} tabIndex={0} className={`rounded-xs ${className}`}>
        {text}
      </time>
      {bubble}
    </>
  )
}
