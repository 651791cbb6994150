'use client'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import type { CheckoutItem } from '@/lib/checkouts/schema'
import type { LinkRepair } from '@/lib/products/link-state'
import { Button } from '../ui/button'
import { LinkButton } from '../ui/link-button'

interface CheckoutRepairProps {
  shop: string
  checkout: Pick<CheckoutItem, 'id' | 'description'>
  repair: LinkRepair | null
  onReissue: () => void
  isPending?: boolean
}

/**
 * Offers a way to a payable link when the checkout's own is dead. Shown only to people who may create
 * checkouts.
 */
export function CheckoutRepair({ shop, checkout, repair, onReissue, isPending }: CheckoutRepairProps) {
  const t = useTranslations('links')
  const mayCreate = useMay('checkouts.create')
  if (!mayCreate || repair === null) return null
  const label = t(`repair.${repair}`)
  const name = t('repairOf', { repair: label, name: checkout.description })
  if (repair !== 'reissue')
    return (
      <LinkButton size="sm" href={`/shops/${shop}/checkouts/${checkout.id}` as Route} aria-label={name}>
        {label}
      </LinkButton>
    )
  return (
    <Button size="sm" aria-label={name} isPending={isPending} onPress={onReissue}>
      {label}
    </Button>
  )
}
