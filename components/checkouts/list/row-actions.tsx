'use client'
import { Ellipsis } from 'lucide-react'
import { createContext, useContext } from 'react'
import { useTranslations } from 'use-intl'
import { CopyCheckoutLink } from '@/components/payment-links/copy-checkout-link'
import { LazyMenu } from '@/components/ui/overlays/lazy-menu'
import type { CheckoutItem, CheckoutListItem } from '@/lib/checkouts/schema'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const loadMenu = lazyWithMessages(() => import('./row-menu'))

export function RowActions({ checkout }: { checkout: CheckoutListItem }) {
  const t = useTranslations('checkouts.list')
  return (
    <LazyMenu
      load={loadMenu}
      menu={{ checkout }}
      aria-label={t('actionsOf', { name: checkout.description })}
      className="grid size-8 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-text"
    >
      <Ellipsis aria-hidden size={16} />
    </LazyMenu>
  )
}

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

interface CheckoutActions {
  shop: string
  reissue: (checkout: CheckoutItem) => void
  /** Searches the list for this tracking ID. */
  showTracking: (trackingId: string) => void
}

export const CheckoutActionsContext = createContext<CheckoutActions>({
  shop: '',
  reissue: () => {},
  showTracking: () => {},
})
export const useCheckoutActions = () => useContext(CheckoutActionsContext)
