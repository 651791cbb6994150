'use client'
import { QrCode } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { useProductLink } from '@/components/payment-links/use-link-state'
import { IconButton } from '@/components/ui/icon-button'
import type { ProductItem } from '@/lib/products/schema'
import { useProductActions } from './list/actions'

const loadDialog = () => import('./qr-dialog')
const QrDialog = dynamic(loadDialog)

/** Shows a link that can be paid as a QR code; the encoder is fetched when somebody means to look. */
export function QrButton({ product }: { product: ProductItem }) {
  const t = useTranslations('products')
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The dialog arrives late when it is first wanted, and does not know where focus came from.
  const close = () => {
    setIsOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  const mayShare = useMay('products.share')
  const { shop } = useProductActions()
  const { fault } = useProductLink(product, product.pay_url)
  // An open dialog stays, and says itself that the link is dead.
  if (!mayShare || (fault !== null && !isOpen)) return null
  return (
    <span onPointerEnter={() => void loadDialog()} onFocus={() => void loadDialog()}>
      <IconButton
        ref={button}
        look="box"
        label={t('showQrOf', { name: product.name ?? product.id })}
        icon={<QrCode aria-hidden size={15} />}
        onPress={() => setIsOpen(true)}
      />
      {isOpen && <QrDialog shop={shop} product={product} onClose={close} />}
    </span>
  )
}
