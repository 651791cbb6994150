'use client'
import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button'

export interface ErrorStateProps {
  /** What failed. */
  title: string
  /** Why, and what still works. */
  children?: ReactNode
  /** Something to quote to support: the correlation ID. */
  reference?: string
  retryLabel?: string
  onRetry?: () => void
  isRetrying?: boolean
}

export function ErrorState({ title, children, reference, retryLabel, onRetry, isRetrying }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <div
        aria-hidden
        className="mb-3 grid size-10 place-items-center rounded-full bg-danger-weak text-danger"
      >
        <TriangleAlert size={19} />
      </div>
      <p className="text-base font-semibold">{title}</p>
      {children && <div className="mt-1 max-w-md text-md text-muted">{children}</div>}
      {reference && <p className="mt-1 font-mono text-xs text-faint">{reference}</p>}
      {onRetry && (
        <Button
          className="mt-4"
          icon={<RotateCw aria-hidden size={15} />}
          isPending={isRetrying}
          onPress={onRetry}
        >
          {retryLabel}
        </Button>
      )}
    </div>
  )
}
