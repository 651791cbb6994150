'use client'
import type { ReactTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../ui/cx'
import type { ColumnMeta, Features } from './columns'
import { nextSort, sortedBy } from './sort'

interface TableHeadProps<Row extends object> {
  table: ReactTable<Features, Row>
  /** The checkbox over the rows' own. */
  checkbox: ReactNode
  /** As in the address. */
  sort: string
  onSortChange: (sort: string) => void
}

export function TableHead<Row extends object>(props: TableHeadProps<Row>) {
  const { table, checkbox, sort, onSortChange } = props
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {checkbox && <th className="h-9 w-10 border-b bg-sunken pr-0 pl-2.5">{checkbox}</th>}
          {group.headers.map((header) => {
            const { align, className, firstSort } = header.column.columnDef.meta ?? {}
            const sorted = sortedBy(sort, header.column.id)
            return (
              <th
                key={header.id}
                scope="col"
                aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}
                className={cx(
                  'h-9 border-b bg-sunken px-3 text-xs font-medium whitespace-nowrap text-muted',
                  align === 'end' ? 'text-right' : 'text-left',
                  className,
                )}
              >
                {firstSort ? (
                  <SortButton
                    label={<table.FlexRender header={header} />}
                    sorted={sorted}
                    align={align}
                    onPress={() => onSortChange(nextSort(sort, header.column.id, firstSort))}
                  />
                ) : (
                  <table.FlexRender header={header} />
                )}
              </th>
            )
          })}
        </tr>
      ))}
    </thead>
  )
}

interface SortButtonProps {
  label: ReactNode
  sorted: 'asc' | 'desc' | undefined
  align: ColumnMeta['align']
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
        // The heading of numbers ends where the numbers end, so its arrow stands before it.
        align === 'end' && 'flex-row-reverse',
      )}
    >
      {label}
      <Arrow
        aria-hidden
        size={13}
        // The place of the arrow is kept, so that sorting does not move the headings.
        className={sorted ? 'text-text' : 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60'}
      />
    </button>
  )
}
