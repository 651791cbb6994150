'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { QueryError } from '@/components/data-table/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { notificationRetentionOptions, type NotificationPeriods } from '@/lib/notifications/client'
import { useEffectText } from './use-effect-text'

interface RetentionDialogProps {
  shop: string
  liveShopName: string | null
  periods: NotificationPeriods
  onClose: () => void
  onConfirm: () => void
}

/** Asks before a retention takes effect: says how much it removes at once, which cannot be undone. */
export default function RetentionDialog(props: RetentionDialogProps) {
  const { shop, liveShopName, periods, onClose, onConfirm } = props
  const t = useTranslations('notificationSettings')
  const effectText = useEffectText()
  const query = useQuery(notificationRetentionOptions(shop, periods))
  const { payload_months: payload, personal_months: personal } = periods
  return (
    <ConfirmDialog
      size="md"
      title={liveShopName ? t('confirmTitleIn', { shop: liveShopName }) : t('confirmTitle')}
      confirmLabel={t('confirm')}
      isDanger
      onConfirm={query.data ? onConfirm : null}
      onClose={onClose}
    >
      {query.isPending && <Skeleton className="h-16 w-full" />}
      {query.isError && !query.data && <QueryError query={query} title={t('effectFailed')} />}
      {query.data && (
        <div className="grid gap-2 text-md/5">
          <p className="font-medium">{effectText(query.data)}</p>
          {payload !== null && <p>{t('laterPayloads', { months: payload })}</p>}
          {personal !== null && <p>{t('laterPersonal', { months: personal })}</p>}
          <p>{t('forGood')}</p>
        </div>
      )}
    </ConfirmDialog>
  )
}
