'use client'
import { Fragment, type ReactNode } from 'react'
import { Skeleton } from '../ui/skeleton'
import { RowCheckbox, type RowChecks } from './selection/row-checks'
import { useFirstRows } from './table-body'

/** Cards drawn first: those in view on a phone. */
const cardsAtFirst = 8

interface CardListProps<Row extends object> {
  id: string
  label: string
  rows: readonly Row[]
  rowId: (row: Row) => string
  groupOf?: (row: Row) => string
  renderCard: (row: Row) => ReactNode
  footer?: ReactNode
  /** Puts the footer, which has the bulk bar, first in tab order. */
  hasBar?: boolean
  isLoading: boolean
  skeletonRows: number
  checks?: RowChecks<Row> | null
  isSelecting?: boolean
}

export function CardList<Row extends object>(props: CardListProps<Row>) {
  const {
    id,
    label,
    rows,
    rowId,
    renderCard,
    hasBar,
    isLoading,
    skeletonRows,
    checks,
    isSelecting,
    groupOf,
  } = props
  const { drawn, remaining } = useFirstRows(rows, cardsAtFirst)
  const footer = props.footer && (
    <div className="mt-2 overflow-clip rounded-md border bg-surface shadow-card has-data-sticky:sticky has-data-sticky:bottom-2 has-data-sticky:z-10 has-data-sticky:order-last">
      {props.footer}
    </div>
  )
  return (
    <>
      {hasBar && footer}
      <ul id={id} aria-label={label} className="flex flex-col gap-2">
        {isLoading
          ? Array.from({ length: skeletonRows }, (_, at) => <SkeletonCard key={at} />)
          : drawn.map((row, at) => (
              <Fragment key={rowId(row)}>
                {groupOf && groupOf(row) !== (at > 0 ? groupOf(drawn[at - 1] ?? row) : null) && (
                  <li className="pt-1 text-xs font-semibold text-muted">{groupOf(row)}</li>
                )}
                <li
                  data-row=""
                  data-selected={checks?.has(row) ? '' : undefined}
                  className="flex gap-2 rounded-md border bg-surface p-3 shadow-card data-selected:border-accent data-selected:bg-accent-weak"
                >
                  {isSelecting && checks && (
                    <RowCheckbox
                      label={checks.labelOf(row)}
                      isSelected={checks.has(row)}
                      onChange={(isSelected, isRange) => checks.check(row, isSelected, isRange)}
                    />
                  )}
                  <div className="min-w-0 flex-1">{renderCard(row)}</div>
                </li>
              </Fragment>
            ))}
        {!isLoading && remaining > 0 && <li aria-hidden style={{ height: `${remaining * 8}rem` }} />}
      </ul>
      {!hasBar && footer}
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
