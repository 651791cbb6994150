'use client'
import { OpenDialog } from '@/components/dialogs/open-dialog'
import { DeadStub } from '@/components/payment-links/dead-copy'
import { ProductRepair } from '@/components/products/product-repair'
import { useProductLink } from '@/components/payment-links/use-product-link'
import type { ProductItem } from '@/lib/products/schema'
import { QrPart } from '../share/qr-part'

interface QrDialogProps {
  shop: string
  product: ProductItem
  onClose: () => void
}

/** Loaded on intent. */
export default function QrDialog({ shop, product, onClose }: QrDialogProps) {
  const { pay_url: payUrl, confirm_url: confirmUrl } = product
  const { fault, repair } = useProductLink(product, payUrl)
  const confirm = useProductLink(product, confirmUrl)
  return (
    <OpenDialog onClose={onClose} title={product.name ?? product.id}>
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
    </OpenDialog>
  )
}
