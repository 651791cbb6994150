'use client'
import { useTranslations } from 'use-intl'
import { QrStub } from '@/components/counterfoil/qr-stub'
import { Dialog } from '@/components/ui/dialog'
import type { ProductItem } from '@/lib/contracts/product'

/** Loaded on intent only. */
export default function QrDialog({
  product,
  onOpenChange,
}: {
  product: ProductItem
  onOpenChange: (isOpen: boolean) => void
}) {
  const t = useTranslations('products')
  const common = useTranslations('common')
  return (
    <Dialog
      isOpen
      onOpenChange={onOpenChange}
      title={product.name ?? product.id}
      closeLabel={common('close')}
    >
      <QrStub url={product.pay_url ?? ''} label={t('qrLabel')} fileName={product.id} />
    </Dialog>
  )
}
