import { useId, type ReactNode } from 'react'
import { cx } from './cx'

interface CardProps {
  className?: string
  children: ReactNode
}

export function Card({ className, children }: CardProps) {
  return <div className={cx('rounded-md border bg-surface shadow-card', className)}>{children}</div>
}

interface SectionProps {
  title: ReactNode
  /** Muted text beside the title. */
  sub?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A titled part of a card, with a rule between several. A landmark region named by its title. */
export function Section({ title, sub, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-b px-5 py-4.5 last:border-b-0 max-md:px-4">
      <div className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {sub && <span className="text-md text-muted">{sub}</span>}
        {actions && <div className="ms-auto flex items-center gap-1.5">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
