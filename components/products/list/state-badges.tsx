'use client'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/text/badge'
import type { ProductListItem } from '@/lib/products/schema'
import { ProductStateBadge } from '../product-state-badge'

export function StateBadges({ product }: { product: ProductListItem }) {
  const t = useTranslations('products')
  return (
    <span className="inline-flex shrink-0 gap-1">
      {product.vanished ? <Badge tone="warn">{t('gone')}</Badge> : <ProductStateBadge product={product} />}
      {product.archived && <Badge>{t('list.archivedBadge')}</Badge>}
    </span>
  )
}
