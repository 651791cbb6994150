import type { ReactNode } from 'react'
import { cx } from './cx'

export const pageTitleClass = 'text-xl font-[620] tracking-[-0.015em] wrap-anywhere'

/** The heading of a page outside a shop. Pages of a shop have a PageHeader. */
export const PageTitle = ({ className, children }: { className?: string; children: ReactNode }) => (
  <h1 className={cx(pageTitleClass, className)}>{children}</h1>
)
