'use client'
import { useTranslations } from 'use-intl'
import { lowStock } from '@/lib/products/state'
import type { ProductItem } from '@/lib/products/schema'

/** Shows the stock: ∞ when unlimited, in a warning colour when low, in the danger colour when sold out. */
export function Stock({
  product: { infinite, quantity },
}: {
  product: Pick<ProductItem, 'infinite' | 'quantity'>
}) {
  const t = useTranslations('products')
  if (infinite === true) {
    return (
      <>
        <span aria-hidden>{t('infinitySign')}</span>
        <span className="sr-only">{t('unlimited')}</span>
      </>
    )
  }
  if (quantity === null) return '–'
  if (quantity === 0) return <span className="text-danger">{quantity}</span>
  if (quantity <= lowStock) return <span className="text-warn">{t('left', { count: quantity })}</span>
  return quantity
}
