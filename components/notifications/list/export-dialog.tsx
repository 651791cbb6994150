'use client'
import { useTranslations } from 'use-intl'
import { CsvExportDialog } from '@/components/csv-export/export-dialog'
import { type NotificationExportColumn, notificationExportColumns } from '@/lib/notifications/export'
import { notificationExportAddress } from '@/lib/notifications/client'
import type { ColumnId } from './use-notification-list'

export interface ExportDialogProps {
  shop: string
  query: Parameters<typeof notificationExportAddress>[1]
  /** The columns the list shows, without the description. */
  shown: readonly ColumnId[]
  count: number
  /** Whether `count` is an estimate. */
  isAbout: boolean
  onClose: () => void
}

/** The export columns that correspond to each list column. */
const exportColumnsFor: Record<ColumnId, readonly NotificationExportColumn[]> = {
  status: ['kind', 'status', 'test'],
  type: ['type'],
  amount: ['price', 'currency'],
  tracking_id: ['tracking_id'],
  uid: ['uid'],
  email: ['email'],
  card: ['card_brand', 'card_last_4'],
  authenticity: ['authenticity'],
  delivery_count: ['delivery_count'],
  received_at: ['received_at'],
}

const columnsOf = (shown: readonly ColumnId[]): readonly NotificationExportColumn[] => {
  const wanted = new Set(['uid', 'description', ...shown.flatMap((id) => exportColumnsFor[id])])
  return notificationExportColumns.filter((column) => wanted.has(column))
}

/** Loaded on intent. */
export default function NotificationExportDialog({ shop, query, shown, ...rest }: ExportDialogProps) {
  const t = useTranslations('notifications.export')
  const common = useTranslations('exports')
  return (
    <CsvExportDialog
      {...rest}
      title={t('title')}
      text={t('what')}
      all={notificationExportColumns}
      usual={columnsOf(shown)}
      usualLabel={t('shown')}
      nameOf={(column) => t(`column.${column}`)}
      separatorNames={{ comma: common('comma'), semicolon: common('semicolon') }}
      addressOf={(options) => notificationExportAddress(shop, { ...query, ...options })}
    />
  )
}
