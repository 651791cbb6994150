'use client'
import { CsvExportDialog } from '@/components/list/csv-export-dialog'
import type { ExportDialogProps } from '@/components/list/export-button'
import { paymentExportColumns } from '@/lib/payments/export'

export default function PaymentExportDialog({ shown, ...props }: ExportDialogProps) {
  return <CsvExportDialog {...props} isPersonal of="paymentList" all={paymentExportColumns} usual={shown} />
}
