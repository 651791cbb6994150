'use client'
import { useHint } from './use-hint'

export interface TimeTextProps {
  /** ISO 8601. */
  dateTime: string
  /** What is shown, such as "2 min ago". */
  text: string
  /** The exact time with its zone; shown on hover and focus. */
  exact: string
  className?: string
}

/** A relative time whose exact form is one hover or one Tab away. */
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
