'use client'
import { useTranslations } from 'use-intl'
import { CsvExportDialog } from '@/components/csv-export/export-dialog'
import { type CheckoutExportColumn, checkoutExportColumns } from '@/lib/checkouts/export'
import { checkoutExportAddress } from '@/lib/checkouts/client'
import type { ColumnId } from '../list/use-checkout-list'

export interface ExportDialogProps {
  shop: string
  query: Parameters<typeof checkoutExportAddress>[1]
  /** The columns the list shows, without the description. */
  shown: readonly ColumnId[]
  count: number
  /** Whether `count` is an estimate. */
  isAbout: boolean
  onClose: () => void
}

/** The export columns that correspond to each list column. */
const exportColumnsFor: Record<ColumnId, readonly CheckoutExportColumn[]> = {
  token: ['token'],
  amount: ['price', 'currency'],
  transaction_type: ['transaction_type'],
  state: ['state', 'rests_on', 'test'],
  email: ['email'],
  expires_at: ['expires_at'],
  created_at: ['created_at', 'created_by'],
  created_by: ['created_by'],
  link: ['redirect_url'],
}

const columnsOf = (shown: readonly ColumnId[]): readonly CheckoutExportColumn[] => {
  const wanted = new Set(['description', 'tracking_id', ...shown.flatMap((id) => exportColumnsFor[id])])
  return checkoutExportColumns.filter((column) => wanted.has(column))
}

/** Loaded on intent. */
export default function CheckoutExportDialog({ shop, query, shown, ...rest }: ExportDialogProps) {
  const t = useTranslations('checkouts.export')
  const common = useTranslations('exports')
  return (
    <CsvExportDialog
      {...rest}
      title={t('title')}
      text={t('what')}
      all={checkoutExportColumns}
      usual={columnsOf(shown)}
      usualLabel={t('shown')}
      nameOf={(column) => t(`column.${column}`)}
      separatorNames={{ comma: common('comma'), semicolon: common('semicolon') }}
      addressOf={(options) => checkoutExportAddress(shop, { ...query, ...options })}
    />
  )
}
