'use client'
import { CsvExportDialog } from '@/components/list/csv-export-dialog'
import type { ExportDialogProps } from '@/components/list/export-button'
import { activityExportColumns } from '@/lib/activity/export'

/** Exports the activity as CSV or JSON. */
export default function ActivityExportDialog({ shown, ...rows }: ExportDialogProps) {
  return (
    <CsvExportDialog {...rows} of="activity" all={activityExportColumns} usual={shown} isPersonal hasJson />
  )
}
