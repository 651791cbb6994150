'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { when } from '@/components/time/when'
import { IconButton } from '@/components/ui/icon-button'
import { toast } from '@/components/ui/toast-store'
import { ApiError } from '@/lib/http'
import { productKeys, syncProducts } from '@/lib/queries/products'

type Props = { shop: string; total: number; isTotalExact: boolean; syncedAt: string | null }

/** How many there are, how fresh that is, and a refresh. */
export function Freshness({ shop, total, isTotalExact, syncedAt }: Props) {
  const t = useTranslations('products')
  const client = useQueryClient()
  const sync = useMutation({
    mutationFn: () => syncProducts(shop),
    onSettled: () => client.invalidateQueries({ queryKey: productKeys.all(shop) }),
    onError: (error) => toast(error instanceof ApiError ? error.title : t('refreshFailed'), 'bad'),
  })
  return (
    <>
      {syncedAt && (
        <>
          <span className="tabular-nums">{t(isTotalExact ? 'total' : 'about', { total })}</span>
          <span aria-hidden>·</span>
        </>
      )}
      <span>{syncedAt ? t.rich('synced', { when: when(syncedAt) }) : t('neverSynced')}</span>
      <IconButton
        size="sm"
        label={t('refresh')}
        icon={<RotateCw aria-hidden size={14} className={sync.isPending ? 'animate-spin' : undefined} />}
        isDisabled={sync.isPending}
        onPress={() => sync.mutate()}
      />
    </>
  )
}
