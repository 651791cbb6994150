'use client'
import type { Header, ReactTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../ui/cx'
import type { Features } from './columns'

interface TableHeadProps<Row extends object> {
  table: ReactTable<Features, Row>
  /** The checkbox over the rows' own. */
  checkbox: ReactNode
}

export function TableHead<Row extends object>({ table, checkbox }: TableHeadProps<Row>) {
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {checkbox && <th className="h-9 w-10 border-b bg-sunken pr-0 pl-2.5">{checkbox}</th>}
          {group.headers.map((header) => {
            const { align, className } = header.column.columnDef.meta ?? {}
            const sorted = header.column.getIsSorted()
            return (
              <th
                key={header.id}
                scope="col"
                aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
                className={cx(
                  'h-9 border-b bg-sunken px-3 text-xs font-medium whitespace-nowrap text-muted',
                  align === 'end' ? 'text-right' : 'text-left',
                  className,
                )}
              >
                {header.column.getCanSort() ? (
                  <SortButton header={header} label={<table.FlexRender header={header} />} />
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

interface SortButtonProps<Row extends object> {
  header: Header<Features, Row>
  label: ReactNode
}

function SortButton<Row extends object>({ header, label }: SortButtonProps<Row>) {
  const sorted = header.column.getIsSorted()
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={() =>
        header.column.toggleSorting(sorted ? sorted === 'asc' : header.column.getFirstSortDir() === 'desc')
      }
      className={cx(
        'group -mx-1.5 inline-flex h-6 items-center gap-1 rounded-xs px-1.5 font-medium hover:bg-border/70 hover:text-text',
        // The heading of numbers ends where the numbers end, so its arrow stands before it.
        header.column.columnDef.meta?.align === 'end' && 'flex-row-reverse',
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
