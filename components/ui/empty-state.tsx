import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  /** Makes the title the page's heading. */
  isPage?: boolean
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon, title, isPage = false, children, action }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      {icon && (
        <div aria-hidden className="mb-3 grid size-10 place-items-center rounded-full bg-sunken text-muted">
          {icon}
        </div>
      )}
      <Title className="text-base font-semibold">{title}</Title>
      {children && <div className="mt-1 max-w-md text-md text-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
