'use client'
import { useTranslations } from 'use-intl'
import { CopyButton } from '@/components/ui/text/copy-button'
import type { CheckoutItem } from '@/lib/checkouts/schema'
import { CheckoutRepair } from './reissue'
import { DeadCopy } from './dead-copy'
import { useLinkView } from './link-view'
import { checkoutLink } from '@/lib/checkouts/link'

interface CopyCheckoutLinkProps {
  shop: string
  checkout: Pick<
    CheckoutItem,
    'id' | 'description' | 'redirect_url' | 'state' | 'attempts_left' | 'expires_at'
  >
  onReissue: () => void
  isPending?: boolean
  className?: string
}

/** Copies the link of a checkout. If it is dead, says why and offers the repair. */
export function CopyCheckoutLink(props: CopyCheckoutLinkProps) {
  const { shop, checkout, onReissue, isPending, className } = props
  const t = useTranslations('checkouts')
  const { fault, repair } = checkoutLink(checkout, useLinkView())
  const label = t('copyLink')
  const name = t('copyLinkOf', { name: checkout.description })
  if (fault !== null)
    return (
      <>
        <DeadCopy fault={fault} label={label} name={name} className={className} />
        <CheckoutRepair
          shop={shop}
          checkout={checkout}
          repair={repair}
          isPending={isPending}
          onReissue={onReissue}
        />
      </>
    )
  return (
    <CopyButton
      size="sm"
      className={className}
      text={checkout.redirect_url ?? ''}
      label={label}
      aria-label={name}
    />
  )
}
