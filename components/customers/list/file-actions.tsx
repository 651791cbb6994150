'use client'
import dynamic from 'next/dynamic'
import { CsvExportButton } from '@/components/csv-export/export-button'
import { FileActions as Actions } from '@/components/import/file-actions'
import type { ExportDialogProps } from '../export/export-dialog'
import type { CustomerListState } from './use-customer-list'

const load = () => import('../export/export-dialog')
// Without a `loading` fallback of its own, it would hide the button, and lose the focus, while it loads.
const ExportDialog = dynamic(load, { loading: () => null })

interface FileActionsProps extends Pick<ExportDialogProps, 'shop' | 'shown'> {
  list: Pick<CustomerListState, 'filters'>
  total: number
  isTotalExact: boolean
}

/** Imports customers from a file, and exports all pages of the current list. */
export function FileActions({ shop, shown, list, total, isTotalExact }: FileActionsProps) {
  const { cursor: _page, ...query } = list.filters
  const dialog = (onClose: () => void) => (
    <ExportDialog
      shop={shop}
      query={query}
      shown={shown}
      count={total}
      isAbout={!isTotalExact}
      onClose={onClose}
    />
  )
  return (
    <Actions
      shop={shop}
      of="customers"
      exportButton={
        <CsvExportButton permission="customers.export" load={load}>
          {dialog}
        </CsvExportButton>
      }
    >
      {dialog}
    </Actions>
  )
}
