'use client'
import { Plus } from 'lucide-react'
import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl'
import { CsvExportButton } from '@/components/csv-export/export-button'
import { PageHeader } from '@/components/frame/page-header'
import { PrimaryAction } from '@/components/frame/primary-action'
import { FileActions } from '@/components/import/file-actions'
import type { CheckoutPage } from '@/lib/checkouts/schema'
import type { CheckoutListState, ColumnId } from './use-checkout-list'

const loadExport = () => import('../export/export-dialog')
// Without `loading`, the page would suspend while the chunk loads: the button would vanish and lose focus.
const ExportDialog = dynamic(loadExport, { loading: () => null })

interface ListHeaderProps {
  shop: string
  list: Pick<CheckoutListState, 'filters'>
  page: CheckoutPage | undefined
  shown: readonly ColumnId[]
  /** Null if the person may not create checkouts. */
  newHref: Route | null
}

export function ListHeader({ shop, list, page, shown, newHref }: ListHeaderProps) {
  const t = useTranslations('checkouts')
  const { cursor: _page, ...query } = list.filters
  const dialog = (onClose: () => void) => (
    <ExportDialog
      shop={shop}
      query={query}
      shown={shown}
      count={page?.total ?? 0}
      isAbout={!(page?.total_exact ?? true)}
      onClose={onClose}
    />
  )
  return (
    <PageHeader
      title={t('title')}
      meta={
        page && (
          <span className="tabular-nums">
            {t(page.total_exact ? 'list.total' : 'list.totalAbout', { total: page.total })}
          </span>
        )
      }
      actions={
        <FileActions
          shop={shop}
          of="checkouts"
          exportButton={
            <CsvExportButton permission="checkouts.export" load={loadExport}>
              {dialog}
            </CsvExportButton>
          }
        >
          {dialog}
        </FileActions>
      }
      primary={
        newHref && (
          <PrimaryAction href={newHref} label={t('new')} icon={<Plus aria-hidden size={16} />} shortcut="n" />
        )
      }
    />
  )
}
