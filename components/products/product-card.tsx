'use client'
import type { Route } from 'next'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import type { ProductItem } from '@/lib/contracts/product'
import { CopyLink } from './copy-link'
import { Period } from './period'
import { ProductStateBadge } from './product-state-badge'
import { QrButton } from './qr-button'
import { Stock } from './stock'

/** A product on a phone: what it is, and its link under the thumb. */
export function ProductCard({ product, href }: { product: ProductItem; href: Route }) {
  const t = useTranslations('products')
  const { amountText } = useMoney()
  return (
    <>
      <Link href={href} data-row-link="" className="block rounded-sm">
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate text-base font-medium">{product.name ?? product.id}</span>
          <span className="text-base font-semibold tabular-nums">{amountText(product) ?? '–'}</span>
        </span>
        <span className="mt-1 flex items-center justify-between gap-3 text-md text-muted">
          <span className="min-w-0 truncate">
            {product.infinite ? t('unlimited') : <Stock product={product} />} ·{' '}
            {product.immortal ? t('noExpiry') : <Period product={product} />}
          </span>
          <ProductStateBadge product={product} />
        </span>
      </Link>
      {product.pay_url && (
        <span className="mt-2.5 flex gap-1.5 *:first:flex-1">
          <CopyLink product={product} className="flex-1 justify-center" />
          <QrButton product={product} />
        </span>
      )}
    </>
  )
}
