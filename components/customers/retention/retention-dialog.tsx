'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useFailureText } from '@/components/dialogs/failure'
import { QueryError } from '@/components/data-table/query-state'
import { isStale } from '@/components/settings/use-settings-form'
import { Skeleton } from '@/components/ui/skeleton'
import { ApiError } from '@/lib/core/api/http'
import type { Retention } from '@/lib/customers/retention'
import { changeRetention, retentionEffectOptions } from '@/lib/customers/retention-client'
import { useAmountOfCustomers } from './retention-page'

interface RetentionDialogProps {
  shop: string
  liveShopName: string | null
  months: number
  version: number
  onClose: () => void
  onSaved: (setting: Retention) => void
  /** Called if someone changed the settings meanwhile. */
  onRefused: (error: unknown) => void
}

/** Says how many customers are anonymised at once, before retention is switched on. It cannot be undone. */
export default function RetentionDialog({
  shop,
  liveShopName,
  months,
  version,
  onClose,
  onSaved,
  onRefused,
}: RetentionDialogProps) {
  const t = useTranslations('retention')
  const failureText = useFailureText()
  const amount = useAmountOfCustomers()
  const query = useQuery(retentionEffectOptions(shop, months))
  const effect = query.data
  const save = useMutation({
    mutationFn: (expected: number) => changeRetention(shop, { enabled: true, months, expected, version }),
    onSuccess: onSaved,
    // The server refuses when more customers match than were shown, so count again.
    onError: (error) => (isStale(error) ? onRefused(error) : void query.refetch()),
  })
  const isOutdated = save.error instanceof ApiError && save.error.code === 'conflict'
  return (
    <ConfirmDialog
      size="md"
      title={liveShopName ? t('confirmTitleIn', { shop: liveShopName }) : t('confirmTitle')}
      confirmLabel={effect && effect.total > 0 ? t('confirmMany', amount(effect)) : t('confirm')}
      isDanger
      isPending={save.isPending}
      failure={isOutdated ? t('more') : save.error && failureText(save.error)}
      onConfirm={effect ? () => save.mutate(effect.total) : null}
      onClose={onClose}
    >
      {query.isPending && <Skeleton className="h-16 w-full" />}
      {query.isError && !effect && <QueryError query={query} title={t('effectFailed')} />}
      {effect && (
        <div className="grid gap-2 text-md/5">
          <p className="font-medium">{effect.total > 0 ? t('now', amount(effect)) : t('nowNobody')}</p>
          <p>{t('later', { months })}</p>
          <p>{t('forGood')}</p>
        </div>
      )}
    </ConfirmDialog>
  )
}
