'use client'
import { useTranslations } from 'use-intl'
import { CsvExportDialog } from '@/components/csv-export/export-dialog'
import { defaultExportColumns, exportColumns } from '@/lib/products/import'
import { exportAddress } from '@/lib/jobs/client'

export interface ExportDialogProps {
  shop: string
  /** The filters of the list, or `ids`, as API parameters. */
  query: Parameters<typeof exportAddress>[1]
  count: number
  /** Whether `count` is an estimate. */
  isAbout: boolean
  onClose: () => void
}

/** Loaded on intent. */
export default function ProductExportDialog({ shop, query, ...rest }: ExportDialogProps) {
  const t = useTranslations('exports')
  return (
    <CsvExportDialog
      {...rest}
      title={t('title')}
      text={t('what')}
      all={exportColumns}
      usual={defaultExportColumns}
      usualLabel={t('usual')}
      nameOf={(column) => t(`column.${column}`)}
      separatorNames={{ comma: t('comma'), semicolon: t('semicolon') }}
      addressOf={({ columns, ...options }) => {
        const isUsual = columns.join() === defaultExportColumns.join()
        return exportAddress(shop, { ...query, columns: isUsual ? undefined : columns, ...options })
      }}
    />
  )
}
