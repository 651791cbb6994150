'use client'
import { CsvExportDialog } from '@/components/list/csv-export-dialog'
import type { ExportDialogProps } from '@/components/list/export-button'
import { checkoutExportColumns } from '@/lib/checkouts/export'

export default function CheckoutExportDialog({ shown, ...props }: ExportDialogProps) {
  return <CsvExportDialog {...props} isPersonal of="checkouts" all={checkoutExportColumns} usual={shown} />
}
