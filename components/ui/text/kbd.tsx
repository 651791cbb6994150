import type { ReactNode } from 'react'
import { cx } from '../cx'

interface KbdProps {
  /** Use `on-accent` inside a primary button. */
  look?: 'plain' | 'on-accent'
  /** Lets screen readers read it, for lists of shortcuts. Elsewhere it is decoration. */
  isSpoken?: boolean
  className?: string
  children: ReactNode
}

/** A key cap. Inside a control, use aria-keyshortcuts to announce the shortcut. */
export function Kbd({ look = 'plain', isSpoken = false, className, children }: KbdProps) {
  return (
    <kbd
      aria-hidden={isSpoken ? undefined : true}
      className={cx(
        look === 'plain' ? 'border-border-strong bg-surface text-muted' : 'border-current/45 text-on-accent',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
