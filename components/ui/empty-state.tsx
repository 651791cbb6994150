import type { ReactNode } from 'react'

export interface EmptyStateProps {
  icon?: ReactNode
  title: string
  /** What belongs here. */
  children?: ReactNode
  /** The first step. */
  action?: ReactNode
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      {icon && (
        <div aria-hidden className="mb-3 grid size-10 place-items-center rounded-full bg-sunken text-muted">
          {icon}
        </div>
      )}
      <p className="text-base font-semibold">{title}</p>
      {children && <div className="mt-1 max-w-md text-md text-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
