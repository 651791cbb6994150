'use client'
import { useTranslations } from 'use-intl'
import { DeadStub } from '@/components/payment-links/dead-stub'
import { ProductRepair } from '@/components/products/product-repair'
import { useProductLink } from '@/components/payment-links/use-link-state'
import { Dialog } from '@/components/ui/dialog'
import type { ProductItem } from '@/lib/products/schema'
import { QrPart } from './share/qr-part'

interface QrDialogProps {
  shop: string
  product: ProductItem
  onClose: () => void
}

/** Loaded on intent. */
export default function QrDialog({ shop, product, onClose }: QrDialogProps) {
  const common = useTranslations('common')
  const { pay_url: payUrl, confirm_url: confirmUrl } = product
  const { fault, repair } = useProductLink(product, payUrl)
  const confirm = useProductLink(product, confirmUrl)
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={product.name ?? product.id}
      closeLabel={common('close')}
    >
      {fault === null ? (
        <QrPart
          shop={shop}
          id={product.id}
          payUrl={payUrl ?? ''}
          confirmUrl={confirm.fault === null ? confirmUrl : null}
          hasCopy
        />
      ) : (
        <DeadStub fault={fault}>
          <ProductRepair shop={shop} product={product} repair={repair} />
        </DeadStub>
      )}
    </Dialog>
  )
}
