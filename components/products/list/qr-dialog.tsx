'use client'
import { OpenDialog } from '@/components/dialogs/open-dialog'
import { DeadStub } from '@/components/payment-links/dead-copy'
import { ProductRepair } from '@/components/products/product-repair'
import { useLinkView } from '@/components/payment-links/link-view'
import type { ProductItem } from '@/lib/products/schema'
import { productLink } from '@/lib/products/link-state'
import { QrPart } from '../share/qr-part'

interface QrDialogProps {
  shop: string
  product: ProductItem
  onClose: () => void
}

/** Loaded on intent. */
export default function QrDialog({ shop, product, onClose }: QrDialogProps) {
  const { pay_url: payUrl, confirm_url: confirmUrl } = product
  const view = useLinkView()
  const { fault, repair } = productLink(product, payUrl, view)
  const confirm = productLink(product, confirmUrl, view)
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
