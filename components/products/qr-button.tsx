'use client'
import { dynamic } from '@/components/ui/dynamic'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { useProductLink } from '@/components/payment-links/use-product-link'
import { IconButton } from '@/components/ui/icon-button'
import { RepeatedIcon } from '@/components/ui/repeated-icons'
import type { ProductItem } from '@/lib/products/schema'
import { useProductActions } from './list/actions'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const loadDialog = lazyWithMessages(() => import('./qr-dialog'))
const QrDialog = dynamic(loadDialog)

/** Shows a payable link as a QR code. Loads the encoder on intent. */
export function QrButton({ product }: { product: ProductItem }) {
  const t = useTranslations('products')
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The dialog loads late at first and cannot know the element that had focus, so restore it.
  const close = () => {
    setIsOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  const mayShare = useMay('products.share')
  const { shop } = useProductActions()
  const { fault } = useProductLink(product, product.pay_url)
  // An open dialog stays open and itself says that the link is dead.
  if (!mayShare || (fault !== null && !isOpen)) return null
  return (
    <span onPointerEnter={() => void loadDialog()} onFocus={() => void loadDialog()}>
      <IconButton
        ref={button}
        look="box"
        label={t('showQrOf', { name: product.name ?? product.id })}
        icon={<RepeatedIcon name="qr" size={15} />}
        onPress={() => setIsOpen(true)}
      />
      {isOpen && <QrDialog shop={shop} product={product} onClose={close} />}
    </span>
  )
}
