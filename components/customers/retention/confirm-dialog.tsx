'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { ApiError } from '@/lib/core/http'
import type { Retention } from '@/lib/customers/retention'
import { changeRetention, retentionEffectOptions } from '@/lib/customers/retention-client'
import { useAmountOfCustomers } from './use-amount-of-customers'

interface ConfirmDialogProps {
  shop: string
  liveShopName: string | null
  months: number
  onClose: () => void
  onSaved: (setting: Retention) => void
}

/**
 * Shows how many customers are anonymised at once and that it cannot be undone, before retention is switched on. Loaded
 * on intent.
 */
export default function ConfirmDialog({ shop, liveShopName, months, onClose, onSaved }: ConfirmDialogProps) {
  const t = useTranslations('retention')
  const texts = useTranslations()
  const amount = useAmountOfCustomers()
  const query = useQuery(retentionEffectOptions(shop, months))
  const effect = query.data
  const save = useMutation({
    mutationFn: (expected: number) => changeRetention(shop, { enabled: true, months, expected }),
    onSuccess: onSaved,
    // The server refuses when more customers match than were shown, so count again.
    onError: () => query.refetch(),
  })
  const failure = () => {
    if (!(save.error instanceof ApiError)) return texts('errors.network')
    return save.error.code === 'conflict' ? t('more') : save.error.title
  }
  return (
    <Dialog
      isOpen
      role="alertdialog"
      size="md"
      title={liveShopName ? t('confirmTitleIn', { shop: liveShopName }) : t('confirmTitle')}
      closeLabel={texts('common.close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button autoFocus onPress={onClose}>
            {texts('common.cancel')}
          </Button>
          {effect && (
            <Button variant="danger" isPending={save.isPending} onPress={() => save.mutate(effect.total)}>
              {effect.total > 0 ? t('confirmMany', amount(effect)) : t('confirm')}
            </Button>
          )}
        </>
      }
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
      {save.isError && (
        <p role="alert" className="mt-3 text-md text-danger">
          {failure()}
        </p>
      )}
    </Dialog>
  )
}
