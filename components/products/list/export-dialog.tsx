'use client'
import { CsvExportDialog } from '@/components/list/csv-export-dialog'
import type { ExportDialogProps } from '@/components/list/export-button'
import { defaultExportColumns, exportColumns } from '@/lib/products/import'

/** Chooses at first what an import reads, whichever columns the list shows. */
export default function ProductExportDialog(props: ExportDialogProps) {
  return <CsvExportDialog {...props} of="products" all={exportColumns} usual={defaultExportColumns} />
}
