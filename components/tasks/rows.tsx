'use client'
import type { Route } from 'next'
import Link from 'next/link'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { columnHelper } from '@/components/data-table/columns'
import type { TaskRowItem } from '@/lib/contracts/task'
import { RowChanges } from './row-changes'
import { RowBadge } from './task-badge'

const column = columnHelper<TaskRowItem>()

/** Of a file, rows have the numbers that a spreadsheet shows. */
export function useRowColumns(isImport: boolean) {
  const t = useTranslations('tasks')
  return useMemo(
    () =>
      column.columns([
        ...(isImport
          ? column.columns([
              column.accessor('position', {
                header: t('number'),
                enableSorting: false,
                meta: { align: 'end', className: 'w-14 text-muted', skeleton: 'h-3.5 w-6' },
              }),
            ])
          : []),
        column.display({
          id: 'product',
          header: t('product'),
          meta: { isPrimary: true, className: 'max-w-[280px]', skeleton: 'my-[11px] h-3.5 w-40' },
          cell: ({ row }) => <RowName row={row.original} />,
        }),
        column.display({
          id: 'changes',
          header: t('changes'),
          meta: { className: 'min-w-[340px]', skeleton: 'my-[11px] h-3.5 w-56' },
          cell: ({ row }) => (
            <div className="whitespace-normal">
              <RowChanges row={row.original} />
            </div>
          ),
        }),
        column.display({
          id: 'state',
          header: t('status'),
          meta: { className: 'w-28' },
          cell: ({ row }) => <RowBadge row={row.original} isImport={isImport} />,
        }),
      ]),
    [t, isImport],
  )
}

/** The product, or of one that is still to be made its name, or what the file has of it. */
function RowName({ row: { subject, name, cells } }: { row: TaskRowItem }) {
  const t = useTranslations('tasks')
  const detail = subject ?? (name === null ? cells?.filter(Boolean).join(' · ') : null)
  return (
    <>
      <span dir="auto" className="block truncate text-left font-medium">
        {name ?? subject ?? t('newProduct')}
      </span>
      {detail && name !== detail && (
        <span className="block truncate font-mono text-xs text-muted">{detail}</span>
      )}
    </>
  )
}

interface RowCardProps {
  row: TaskRowItem
  href: Route | null
  isImport: boolean
}

/** A row on a phone. */
export function RowCard({ row, href, isImport }: RowCardProps) {
  const t = useTranslations('tasks')
  const name = <RowName row={row} />
  return (
    <>
      <div className="mb-2 flex items-start justify-between gap-3">
        {href ? (
          <Link href={href} prefetch={false} data-row-link="" className="min-w-0 rounded-sm">
            {name}
          </Link>
        ) : (
          <div className="min-w-0">{name}</div>
        )}
        <span className="flex shrink-0 items-center gap-2">
          {isImport && (
            <span className="text-sm text-muted tabular-nums">
              {t('number')} {row.position}
            </span>
          )}
          <RowBadge row={row} isImport={isImport} />
        </span>
      </div>
      <div className="text-md">
        <RowChanges row={row} />
      </div>
    </>
  )
}
