import { cx } from '../cx'

interface CodeBlockProps {
  /** The accessible name, needed because the block can be focused and scrolled. */
  label: string
  children: string
  /** Wraps long lines instead of scrolling. */
  isWrapped?: boolean
  className?: string
}

/** Preformatted monospaced text. Focusable, so that the keyboard can scroll it. */
export function CodeBlock({ label, children, isWrapped = false, className }: CodeBlockProps) {
  return (
    <pre
      dir="ltr"
      tabIndex={0}
      role="group"
      aria-label={label}
      className={cx(
        'max-h-[60vh] overflow-auto rounded-md border bg-sunken px-3.5 py-3 font-mono text-xs/[19px]',
        isWrapped && 'break-all whitespace-pre-wrap',
        className,
      )}
    >
      {children}
    </pre>
  )
}
