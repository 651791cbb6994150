'use client'
import { useTranslations } from 'use-intl'
import { CsvExportDialog } from '@/components/csv-export/export-dialog'
import { queryString } from '@/lib/core/client/search-params'
import { type PaymentExportColumn, paymentExportColumns } from '@/lib/payments/export'
import type { ColumnId } from './use-payment-list'

export interface ExportDialogProps {
  shop: string
  query: object
  /** The columns the list shows, without what it is for. */
  shown: readonly ColumnId[]
  count: number
  /** Whether `count` is an estimate. */
  isAbout: boolean
  onClose: () => void
}

/** The export columns that correspond to each list column. */
const exportColumnsFor: Record<ColumnId, readonly PaymentExportColumn[]> = {
  state: ['state', 'difference', 'test'],
  amount: ['price', 'currency'],
  returned: ['refunded', 'charged_back'],
  net: ['net_price'],
  customer: ['customer_name', 'email'],
  card: ['card_brand', 'card_last_4'],
  type: ['type'],
  tracking_id: ['tracking_id'],
  uid: ['uid'],
  authenticity: ['authenticity'],
  at: ['at'],
}

const columnsOf = (shown: readonly ColumnId[]): readonly PaymentExportColumn[] => {
  const wanted = new Set([
    'uid',
    'description',
    'tracking_id',
    ...shown.flatMap((id) => exportColumnsFor[id]),
  ])
  return paymentExportColumns.filter((column) => wanted.has(column))
}

/** Loaded on intent. */
export default function PaymentExportDialog({ shop, query, shown, ...rest }: ExportDialogProps) {
  const t = useTranslations('paymentList.export')
  const common = useTranslations('exports')
  return (
    <CsvExportDialog
      isPersonal
      {...rest}
      title={t('title')}
      text={t('what')}
      all={paymentExportColumns}
      usual={columnsOf(shown)}
      usualLabel={t('usual')}
      nameOf={(column) => t(`column.${column}`)}
      separatorNames={{ comma: common('comma'), semicolon: common('semicolon') }}
      addressOf={(options) =>
        `/api/shops/${encodeURIComponent(shop)}/payments/export${queryString({ ...query, ...options })}`
      }
    />
  )
}
