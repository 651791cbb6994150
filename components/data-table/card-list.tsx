'use client'
import type { ReactNode } from 'react'
import { Skeleton } from '../ui/skeleton'

interface CardListProps<Row extends object> {
  label: string
  rows: readonly Row[]
  rowId: (row: Row) => string
  renderCard: (row: Row) => ReactNode
  footer?: ReactNode
  isLoading: boolean
  skeletonRows: number
}

/** The rows on a phone. */
export function CardList<Row extends object>(props: CardListProps<Row>) {
  const { label, rows, rowId, renderCard, footer, isLoading, skeletonRows } = props
  return (
    <>
      <ul aria-label={label} className="flex flex-col gap-2">
        {isLoading
          ? Array.from({ length: skeletonRows }, (_, at) => <SkeletonCard key={at} />)
          : rows.map((row) => (
              <li key={rowId(row)} data-row="" className="rounded-md border bg-surface p-3 shadow-card">
                {renderCard(row)}
              </li>
            ))}
      </ul>
      {footer && (
        <div className="mt-2 overflow-hidden rounded-md border bg-surface shadow-card">{footer}</div>
      )}
    </>
  )
}

function SkeletonCard() {
  return (
    <li aria-hidden className="rounded-md border bg-surface p-3 shadow-card">
      <div className="flex justify-between">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-4 w-16" />
      </div>
      <Skeleton className="mt-2 h-3.5 w-28" />
      <Skeleton className="mt-3 h-8 w-full" />
    </li>
  )
}
