'use client'
import { useTranslations } from 'use-intl'
import { useClock } from '@/components/time/clock'
import { Badge, type Tone } from '@/components/ui/text/badge'
import { lowStock, productState, type ProductState } from '@/lib/products/state'
import type { ProductItem } from '@/lib/products/schema'

const tones: Record<ProductState, Tone> = { live: 'ok', sold_out: 'bad', expired: 'warn', unknown: 'neutral' }

type StateFields = Pick<ProductItem, 'infinite' | 'quantity' | 'immortal' | 'expired_at' | 'test'>

/** Shows whether the link takes payments, as far as is known, and whether the product is a test. */
export function ProductStateBadge({ product }: { product: StateFields }) {
  const t = useTranslations('products')
  const state = productState(product, useClock().valueOf())
  return (
    <span className="inline-flex gap-1">
      <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
      {product.test === true && <Badge tone="info">{t('test')}</Badge>}
    </span>
  )
}

/** Warns if few are left. */
export function LowStockBadge({ product: { infinite, quantity } }: { product: StateFields }) {
  const t = useTranslations('products')
  if (infinite === true || quantity === null || quantity === 0 || quantity > lowStock) return null
  return <Badge tone="warn">{t('left', { count: quantity })}</Badge>
}
