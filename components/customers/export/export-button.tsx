'use client'
import dynamic from 'next/dynamic'
import { CsvExportButton } from '@/components/csv-export/export-button'
import type { CustomerListState } from '../list/use-customer-list'
import type { ExportDialogProps } from './export-dialog'

const load = () => import('./export-dialog')
// Without a fallback of its own it would hide the button while it loads, and focus with it.
const ExportDialog = dynamic(load, { loading: () => null })

interface ExportButtonProps extends Pick<ExportDialogProps, 'shop' | 'shown'> {
  list: Pick<CustomerListState, 'filters'>
  total: number
  isTotalExact: boolean
}

/** What the list shows, all pages of it, as a file. */
export function ExportButton({ shop, shown, list, total, isTotalExact }: ExportButtonProps) {
  const { cursor: _page, ...query } = list.filters
  return (
    <CsvExportButton permission="customers.export" load={load}>
      {(onClose) => (
        <ExportDialog
          shop={shop}
          query={query}
          shown={shown}
          count={total}
          isAbout={!isTotalExact}
          onClose={onClose}
        />
      )}
    </CsvExportButton>
  )
}
