'use client'
import type { Route } from 'next'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '@/components/data-table/table-head'
import { bulkOrder } from '@/lib/products/bulk'
import { importOrder, type ImportOrder } from '@/lib/jobs/import'
import { subjectOf, type JobSubject } from '@/lib/jobs/import-targets'
import type { JobDetail, JobRowItem } from '@/lib/jobs/schema'
import { Link } from '../ui/link'
import { visibleName } from '../ui/text/visible-text'
import { RowChanges } from './row-changes'
import { isFileImport } from './stage'
import { RowBadge } from './job-badge'

const singular = { products: 'product', checkouts: 'checkout', customers: 'customer' } as const
const newOne = { products: 'newProduct', checkouts: 'newCheckout', customers: 'newCustomer' } as const

/** Returns the columns of the row table. Rows of an import are numbered as in a spreadsheet. */
export function useRowColumns(job: JobDetail): Column<JobRowItem>[] {
  const t = useTranslations('jobs')
  const isImport = isFileImport(job)
  const file = useFile(job)
  const percent = usePercent(job)
  const of = subjectOf(job)
  return useMemo(() => {
    const number: Column<JobRowItem> = {
      id: 'position',
      header: t('number'),
      align: 'end',
      className: 'w-14 [td&]:align-top text-muted',
      skeleton: 'h-3.5 w-6',
      cell: (row) => row.position,
    }
    const others: Column<JobRowItem>[] = [
      {
        id: 'subject',
        header: t(singular[of]),
        isPrimary: true,
        className: 'max-w-[280px] [td&]:align-top',
        skeleton: 'my-[11px] h-3.5 w-40',
        cell: (row) => <RowName row={row} of={of} file={file} />,
      },
      {
        id: 'changes',
        header: t(of === 'products' ? 'changes' : 'fields'),
        className: 'min-w-[340px] [td&]:align-top',
        skeleton: 'my-[11px] h-3.5 w-56',
        cell: (row) => (
          <div className="whitespace-normal">
            <RowChanges row={row} of={of} file={file} percent={percent} />
          </div>
        ),
      },
      {
        id: 'state',
        header: t('status'),
        className: 'w-28 [td&]:align-top',
        cell: (row) => <RowBadge row={row} job={job} />,
      },
    ]
    return isImport ? [number, ...others] : others
  }, [t, job, of, isImport, file, percent])
}

/** Returns the imported file; null if the job is not an import. */
function useFile(job: JobDetail): ImportOrder | null {
  const { order } = job
  const isImport = isFileImport(job)
  return useMemo(() => (isImport ? (importOrder.safeParse(order).data ?? null) : null), [order, isImport])
}

/** Returns the percentage of a price change; null for other jobs, and for an undo. */
function usePercent({ kind, order, undoes }: JobDetail): string | null {
  return useMemo(() => {
    if (kind !== 'products.bulk' || undoes !== null) return null
    const operation = bulkOrder.safeParse(order).data?.operation
    return operation?.kind === 'change_price' ? operation.percent : null
  }, [kind, order, undoes])
}

const nameTargets = {
  products: ['name'],
  checkouts: ['description'],
  customers: ['first_name', 'last_name'],
} as const

/**
 * Returns the raw name from the file, for a row whose name was not accepted; an empty text if there is none.
 */
const nameInFile = (cells: JobRowItem['cells'], of: JobSubject, file: ImportOrder | null): string =>
  nameTargets[of]
    .map((target) => cells?.[file?.columns.indexOf(target) ?? -1] ?? '')
    .join(' ')
    .trim()

interface RowNameProps {
  row: JobRowItem
  of: JobSubject
  file: ImportOrder | null
}

/** Names the record of a row. Falls back to the name in the file, the record's ID, or a label for a new record. */
function RowName({ row: { subject, name, cells }, of, file }: RowNameProps) {
  const t = useTranslations('jobs')
  const detail = subject ?? (name === null ? cells?.filter(Boolean).join(' · ') : null)
  return (
    <>
      <span dir="auto" className="block truncate text-parent font-medium">
        {visibleName(name ?? (nameInFile(cells, of, file) || (subject ?? t(newOne[of]))))}
      </span>
      {detail && name !== detail && (
        <span dir="auto" className="block truncate font-mono text-xs text-muted">
          {visibleName(detail)}
        </span>
      )}
    </>
  )
}

interface RowCardProps {
  row: JobRowItem
  href: Route | null
  job: JobDetail
}

export function RowCard({ row, href, job }: RowCardProps) {
  const t = useTranslations('jobs')
  const isImport = isFileImport(job)
  const file = useFile(job)
  const percent = usePercent(job)
  const of = subjectOf(job)
  const name = <RowName row={row} of={of} file={file} />
  return (
    <>
      <div className="mb-2 flex items-start justify-between gap-3">
        {href ? (
          <Link href={href} data-row-link="" className="min-w-0 rounded-sm">
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
          <RowBadge row={row} job={job} />
        </span>
      </div>
      <div className="text-md">
        <RowChanges row={row} of={of} file={file} percent={percent} />
      </div>
    </>
  )
}
