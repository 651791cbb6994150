import { Badge } from '@/components/ui/badge'
import { cx } from '@/components/ui/cx'
import { getTranslator } from '@/lib/i18n/server'
import type { PayerProduct } from '@/lib/sandbox/products/payer-view'
import { price } from './price'

/** What is paid for, and how much. */
export function ProductHead({ product, isTitle = false }: { product: PayerProduct; isTitle?: boolean }) {
  const t = getTranslator('sandbox.pay')
  const Name = isTitle ? 'h1' : 'p'
  return (
    <div className={cx('bg-sunken px-6 py-5 max-md:px-4', isTitle ? 'border-b' : 'border-t')}>
      {product.test && (
        <Badge tone="info" className="mb-2">
          {t('testProduct')}
        </Badge>
      )}
      <Name className="text-lg font-semibold break-words">{product.name}</Name>
      <p className="mt-0.5 break-words whitespace-pre-line text-muted">{product.description}</p>
      <p className="mt-3 text-2xl font-semibold tracking-tight tabular-nums">{price(product)}</p>
      {product.type === 'authorization' && <p className="mt-1 text-sm text-muted">{t('holdNote')}</p>}
    </div>
  )
}
