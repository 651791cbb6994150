'use client'
import { useTranslations } from 'use-intl'
import { useClock } from '@/components/time/clock'
import { CopyButton } from '@/components/ui/copy-button'
import type { CheckoutItem } from '@/lib/contracts/checkout'
import { isPayable } from './state'

/** The main action of a row: one click copies the link, as long as somebody can pay with it. */
export function CopyLink({ checkout, className }: { checkout: CheckoutItem; className?: string }) {
  const t = useTranslations('checkouts')
  const common = useTranslations('common')
  const now = useClock().valueOf()
  const { redirect_url: url, description } = checkout
  if (url === null || !isPayable(checkout, now)) return null
  return (
    <CopyButton
      size="sm"
      className={className}
      text={url}
      label={t('copyLink')}
      copiedLabel={common('copied')}
      failedLabel={common('copyFailed')}
      aria-label={t('copyLinkOf', { name: description })}
    />
  )
}
