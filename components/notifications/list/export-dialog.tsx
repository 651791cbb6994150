'use client'
import { CsvExportDialog } from '@/components/list/csv-export-dialog'
import type { ExportDialogProps } from '@/components/list/export-button'
import { notificationExportColumns } from '@/lib/notifications/export'

export default function NotificationExportDialog({ shown, ...props }: ExportDialogProps) {
  return (
    <CsvExportDialog {...props} isPersonal of="notifications" all={notificationExportColumns} usual={shown} />
  )
}
