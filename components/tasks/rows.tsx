'use client'
import type { Route } from 'next'
import Link from 'next/link'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '@/components/data-table/columns'
import type { TaskRowItem } from '@/lib/contracts/task'
import { RowChanges } from './row-changes'
import { RowBadge } from './task-badge'

/** Of a file, rows have the numbers that a spreadsheet shows. */
export function useRowColumns(isImport: boolean): Column<TaskRowItem>[] {
  const t = useTranslations('tasks')
  return useMemo(() => {
    const number: Column<TaskRowItem> = {
      id: 'position',
      header: t('number'),
      align: 'end',
      className: 'w-14 [td&]:align-top text-muted',
      skeleton: 'h-3.5 w-6',
      cell: (row) => row.position,
    }
    const others: Column<TaskRowItem>[] = [
      {
        id: 'product',
        header: t('product'),
        isPrimary: true,
        className: 'max-w-[280px] [td&]:align-top',
        skeleton: 'my-[11px] h-3.5 w-40',
        cell: (row) => <RowName row={row} />,
      },
      {
        id: 'changes',
        header: t('changes'),
        className: 'min-w-[340px] [td&]:align-top',
        skeleton: 'my-[11px] h-3.5 w-56',
        cell: (row) => (
          <div className="whitespace-normal">
            <RowChanges row={row} />
          </div>
        ),
      },
      {
        id: 'state',
        header: t('status'),
        className: 'w-28 [td&]:align-top',
        cell: (row) => <RowBadge row={row} isImport={isImport} />,
      },
    ]
    return isImport ? [number, ...others] : others
  }, [t, isImport])
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
