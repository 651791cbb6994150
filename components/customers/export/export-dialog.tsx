'use client'
import { useTranslations } from 'use-intl'
import { CsvExportDialog } from '@/components/csv-export/export-dialog'
import { type CustomerExportColumn, customerExportColumns } from '@/lib/customers/export'
import { customerExportAddress } from '@/lib/customers/client'
import type { ColumnId } from '../list/use-customer-list'

export interface ExportDialogProps {
  shop: string
  query: Parameters<typeof customerExportAddress>[1]
  /** The list's columns without the name. */
  shown: readonly ColumnId[]
  count: number
  /** `count` is an estimate. */
  isAbout: boolean
  onClose: () => void
}

/** Returns the file's columns for the list's: its place column becomes city and country. */
const columnsOf = (shown: readonly ColumnId[]): readonly CustomerExportColumn[] => {
  const wanted = new Set<CustomerExportColumn>(['id', 'first_name', 'last_name', ...shown])
  if (wanted.has('country')) wanted.add('city')
  return customerExportColumns.filter((column) => wanted.has(column))
}

/** Exports customers to CSV, by default with the list's columns. Loaded on intent. */
export default function CustomerExportDialog({ shop, query, shown, ...rest }: ExportDialogProps) {
  const t = useTranslations('exports.customers')
  return (
    <CsvExportDialog
      {...rest}
      title={t('title')}
      text={t('what')}
      all={customerExportColumns}
      usual={columnsOf(shown)}
      usualLabel={t('shown')}
      nameOf={(column) => t(`column.${column}`)}
      separatorNames={{ comma: t('comma'), semicolon: t('semicolon') }}
      addressOf={(options) => customerExportAddress(shop, { ...query, ...options })}
    />
  )
}
