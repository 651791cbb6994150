'use client'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { DeadCopy } from '@/components/payment-links/dead-copy'
import { ProductRepair } from '@/components/products/product-repair'
import { useProductLink } from '@/components/payment-links/use-product-link'
import { RepeatedIcon } from '@/components/ui/repeated-icons'
import { CopyButton } from '@/components/ui/text/copy-button'
import type { ProductItem } from '@/lib/products/schema'
import { useProductActions } from './list/actions'

type Props = { product: ProductItem; className?: string }

export function CopyLink({ product, className }: Props) {
  const t = useTranslations('products')
  const mayShare = useMay('products.share')
  const { shop } = useProductActions()
  const { pay_url: payUrl, confirm_url: confirmUrl } = product
  const { fault, repair } = useProductLink(product, payUrl)
  const confirm = useProductLink(product, confirmUrl)
  if (!mayShare) return null
  const name = product.name ?? product.id
  return (
    <>
      {fault === null ? (
        <CopyButton
          size="sm"
          icon={<RepeatedIcon name="copy" size={15} />}
          className={className}
          text={payUrl ?? ''}
          label={t('payPage')}
          title={t('copyLinkHint')}
          aria-label={t('copyLinkOf', { name })}
        />
      ) : (
        <DeadCopy fault={fault} label={t('payPage')} name={t('copyLinkOf', { name })} className={className} />
      )}
      {confirm.fault === null && confirmUrl !== null ? (
        <CopyButton
          isIcon
          icon={<RepeatedIcon name="confirm" size={15} />}
          text={confirmUrl}
          label={t('copyConfirmHint')}
          aria-label={t('copyConfirmOf', { name })}
        />
      ) : (
        <ProductRepair shop={shop} product={product} repair={repair} />
      )}
    </>
  )
}
