'use client'
import dynamic from 'next/dynamic'
import { CsvExportButton } from '@/components/csv-export/export-button'
import type { ButtonProps } from '@/components/ui/button'
import type { ExportDialogProps } from './export-dialog'

const load = () => import('./export-dialog')
// Without a fallback of its own it would hide the button while it loads, and focus with it.
const ExportDialog = dynamic(load, { loading: () => null })

type ExportButtonProps = Omit<ExportDialogProps, 'onClose'> & Pick<ButtonProps, 'size'>

/** The rows of the list, or those that are selected, as a file. */
export function ExportButton({ size, ...what }: ExportButtonProps) {
  return (
    <CsvExportButton permission="products.export" load={load} size={size}>
      {(onClose) => <ExportDialog {...what} onClose={onClose} />}
    </CsvExportButton>
  )
}
