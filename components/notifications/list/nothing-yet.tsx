'use client'
import { Bell } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { UnreachableNote } from '@/components/reach/unreachable-note'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import type { ShopDetail } from '@/lib/core/shop'
import { CopyAddress } from './copy-address'

/**
 * Explains the first step: in the sandbox a payment, in a live shop giving the provider the notification
 * address.
 */
export function NothingYet({ shop }: { shop: ShopDetail }) {
  const t = useTranslations('notifications')
  if (shop.mode === 'sandbox') {
    return (
      <EmptyState
        icon={<Bell size={19} />}
        title={t('emptyTitle')}
        action={<LinkButton href={`/shops/${shop.id}/products` as Route}>{t('openProducts')}</LinkButton>}
      >
        {t('emptySandbox')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Bell size={19} />}
      title={t('emptyTitle')}
      action={<CopyAddress url={shop.notification_url} />}
    >
      {t('emptyText')}
      <code className="mt-2 block font-mono text-xs break-all text-text">{shop.notification_url}</code>
      <UnreachableNote shop={shop} />
    </EmptyState>
  )
}
