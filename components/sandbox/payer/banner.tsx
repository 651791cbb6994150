import type { ReactNode } from 'react'
import { cx } from '@/components/ui/cx'

export function Banner({ tone, children }: { tone: 'warn' | 'bad'; children: ReactNode }) {
  return (
    <div
      role="status"
      className={cx(
        'mb-4 rounded-md px-4 py-3 text-md/5',
        tone === 'warn' ? 'bg-warn-weak text-warn' : 'bg-danger-weak text-danger',
      )}
    >
      {children}
    </div>
  )
}
