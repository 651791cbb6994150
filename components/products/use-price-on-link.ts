'use client'
import { useTranslations } from 'use-intl'
import { useProductLink } from '@/components/payment-links/use-link-state'
import type { ProductItem } from '@/lib/products/schema'

/** Returns what a new price means for people who have the link, and why the link cannot be paid now, if so. */
export function usePriceOnLink(product: ProductItem): string {
  const t = useTranslations('products')
  const links = useTranslations('links')
  const { fault } = useProductLink(product, product.pay_url)
  const inHands = t('priceOnLink')
  return fault === null ? inHands : `${links(`fault.${fault}`)} ${inHands}`
}
