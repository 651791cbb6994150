'use client'
import { CsvExportDialog } from '@/components/list/csv-export-dialog'
import type { ExportDialogProps } from '@/components/list/export-button'
import { customerExportColumns } from '@/lib/customers/export'

export default function CustomerExportDialog({ shown, ...props }: ExportDialogProps) {
  return <CsvExportDialog {...props} isPersonal of="customers" all={customerExportColumns} usual={shown} />
}
