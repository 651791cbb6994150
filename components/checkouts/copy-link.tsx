'use client'
import { useTranslations } from 'use-intl'
import { CheckoutRepair } from '@/components/checkouts/checkout-repair'
import { DeadCopy } from '@/components/payment-links/dead-copy'
import { useCheckoutLink } from '@/components/payment-links/use-checkout-link'
import { CopyButton } from '@/components/ui/text/copy-button'
import type { CheckoutItem } from '@/lib/checkouts/schema'
import { useCheckoutActions } from './list/actions'

export function CopyLink({ checkout, className }: { checkout: CheckoutItem; className?: string }) {
  const t = useTranslations('checkouts')
  const common = useTranslations('common')
  const { shop, reissue } = useCheckoutActions()
  const { redirect_url: url, description } = checkout
  const { fault, repair } = useCheckoutLink(checkout)
  const label = t('copyLink')
  const name = t('copyLinkOf', { name: description })
  if (fault !== null)
    return (
      <>
        <DeadCopy fault={fault} label={label} name={name} className={className} />
        <CheckoutRepair shop={shop} checkout={checkout} repair={repair} onReissue={() => reissue(checkout)} />
      </>
    )
  return (
    <CopyButton
      size="sm"
      className={className}
      text={url ?? ''}
      label={label}
      copiedLabel={common('copied')}
      failedLabel={common('copyFailed')}
      aria-label={name}
    />
  )
}
