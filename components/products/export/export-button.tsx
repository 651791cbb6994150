'use client'
import dynamic from 'next/dynamic'
import { CsvExportButton } from '@/components/csv-export/export-button'
import type { ButtonProps } from '@/components/ui/button'
import type { ExportDialogProps } from './export-dialog'

const load = () => import('./export-dialog')
// Without `loading`, the page would suspend while the chunk loads: the button would vanish and lose focus.
const ExportDialog = dynamic(load, { loading: () => null })

type ExportButtonProps = Omit<ExportDialogProps, 'onClose'> & Pick<ButtonProps, 'size'>

export function ExportButton({ size, ...what }: ExportButtonProps) {
  return (
    <CsvExportButton permission="products.export" load={load} size={size}>
      {(onClose) => <ExportDialog {...what} onClose={onClose} />}
    </CsvExportButton>
  )
}
