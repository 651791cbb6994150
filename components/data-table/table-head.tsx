'use client'
import type { ReactNode } from 'react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { cx } from '@/components/ui/cx'

/** A table column. The server sorts, pages and filters. */
export interface Column<Row> {
  id: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Use `end` for numbers, which also get figures of equal width. */
  align?: 'start' | 'end'
  /** Names the row: its content becomes the link that opens it. */
  isPrimary?: boolean
  /** Makes the column sortable, in this direction first. */
  firstSort?: 'asc' | 'desc'
  className?: string
  /** Keeps the last column visible while the others scroll under it. */
  isPinned?: boolean
  skeleton?: string
}

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  /** The checkbox that selects the whole page. */
  checkbox: ReactNode
  /** As in the address. */
  sort?: string
  onSortChange?: (sort: string) => void
}

export function TableHead<Row>({ columns, checkbox, sort = '', onSortChange }: TableHeadProps<Row>) {
  return (
    // A shadow draws the line, because the borders of a sticky table head scroll away.
    <thead className="sticky top-(--page-head,0px) z-2 shadow-[0_1px_0_var(--color-border)]">
      <tr>
        {checkbox && <th className="h-9 w-10 border-b bg-sunken pe-0 ps-2.5 print:hidden">{checkbox}</th>}
        {columns.map(({ id, header, align, className, firstSort, isPinned }) => {
          const sorted = sortedBy(sort, id)
          return (
            <th
              key={id}
              scope="col"
              aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}
              className={cx(
                'h-9 border-b bg-sunken px-3 text-xs font-medium whitespace-nowrap text-muted print:px-1.5 print:whitespace-normal',
                align === 'end' ? 'num' : 'text-start',
                isPinned && 'pinned-end print:hidden',
                className,
              )}
            >
              {firstSort ? (
                <SortButton
                  label={header}
                  sorted={sorted}
                  align={align}
                  onPress={() => onSortChange?.(nextSort(sort, id, firstSort))}
                />
              ) : (
                header
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

interface SortButtonProps {
  label: ReactNode
  sorted: 'asc' | 'desc' | undefined
  align?: Column<never>['align']
  onPress: () => void
}

function SortButton({ label, sorted, align, onPress }: SortButtonProps) {
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={onPress}
      className={cx(
        'group -mx-1.5 inline-flex h-6 items-center gap-1 rounded-xs px-1.5 font-medium hover:bg-border/70 hover:text-text',
        // Chrome leaves boxes out of the heads that it repeats on further pages.
        'print:contents',
        // The heading of a number column ends where the numbers end, so its arrow comes first.
        align === 'end' && 'ltr:flex-row-reverse',
      )}
    >
      {label}
      <Arrow
        aria-hidden
        size={13}
        // Keeps the arrow's space, so that sorting does not move the headings.
        className={
          sorted
            ? 'text-text print:inline'
            : 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60 print:hidden'
        }
      />
    </button>
  )
}

type Direction = 'asc' | 'desc'

/**
 * Returns the direction in which a column sorts the list. `sort` is as in the address and the API, such as
 * `-updated_at`.
 */
export function sortedBy(sort: string, column: string): Direction | undefined {
  if (sort === column) return 'asc'
  return sort === `-${column}` ? 'desc' : undefined
}

/**
 * Returns the sort after a press on a heading: the column in its `first` direction, or reversed if already sorted by
 * it.
 */
export function nextSort(sort: string, column: string, first: Direction): string {
  const sorted = sortedBy(sort, column)
  const direction = sorted === undefined ? first : sorted === 'asc' ? 'desc' : 'asc'
  return direction === 'desc' ? `-${column}` : column
}
