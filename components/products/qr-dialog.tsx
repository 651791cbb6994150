'use client'
import { useTranslations } from 'use-intl'
import { QrStub } from '@/components/counterfoil/qr-stub'
import { Dialog } from '@/components/ui/dialog'
import type { ProductItem } from '@/lib/contracts/product'

/** Loaded on intent only. */
export default function QrDialog({ product, onClose }: { product: ProductItem; onClose: () => void }) {
  const t = useTranslations('products')
  const common = useTranslations('common')
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={product.name ?? product.id}
      closeLabel={common('close')}
    >
      <QrStub url={product.pay_url ?? ''} label={t('qrLabel')} fileName={product.id} />
    </Dialog>
  )
}
