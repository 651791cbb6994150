'use client'
import { Ellipsis } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { LazyMenu } from '@/components/ui/overlays/lazy-menu'
import type { CheckoutListItem } from '@/lib/checkouts/schema'

const loadMenu = () => import('./row-menu')

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
