'use client'
import { CopyCheckoutLink } from '@/components/payment-links/copy-checkout-link'
import type { CheckoutItem } from '@/lib/checkouts/schema'
import { useCheckoutActions } from './list/actions'

export function CopyLink({ checkout, className }: { checkout: CheckoutItem; className?: string }) {
  const { shop, reissue } = useCheckoutActions()
  return (
    <CopyCheckoutLink
      shop={shop}
      checkout={checkout}
      className={className}
      onReissue={() => reissue(checkout)}
    />
  )
}
