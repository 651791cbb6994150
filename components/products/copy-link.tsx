'use client'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { CopyButton } from '@/components/ui/copy-button'
import type { ProductItem } from '@/lib/contracts/product'

type Props = { product: Pick<ProductItem, 'id' | 'name' | 'pay_url'>; className?: string }

/** The main action of a row: one click copies the link to the payment page, not to the page that asks first. */
export function CopyLink({ product, className }: Props) {
  const t = useTranslations('products')
  const common = useTranslations('common')
  const mayShare = useMay('products.share')
  if (!product.pay_url || !mayShare) return null
  return (
    <CopyButton
      size="sm"
      className={className}
      text={product.pay_url}
      label={t('copyLink')}
      copiedLabel={common('copied')}
      failedLabel={common('copyFailed')}
      title={t('copyLinkHint')}
      aria-label={t('copyLinkOf', { name: product.name ?? product.id })}
    />
  )
}
