'use client'
import { QrCode } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { IconButton } from '@/components/ui/icon-button'
import type { ProductItem } from '@/lib/contracts/product'

const loadDialog = () => import('./qr-dialog')
const QrDialog = dynamic(loadDialog)

/** Shows the payment link as a QR code; the encoder is fetched when somebody means to look. */
export function QrButton({ product }: { product: ProductItem }) {
  const t = useTranslations('products')
  const [isOpen, setIsOpen] = useState(false)
  const mayShare = useMay('products.share')
  if (!mayShare) return null
  return (
    <span onPointerEnter={() => void loadDialog()} onFocus={() => void loadDialog()}>
      <IconButton
        look="box"
        label={t('showQrOf', { name: product.name ?? product.id })}
        icon={<QrCode aria-hidden size={15} />}
        onPress={() => setIsOpen(true)}
      />
      {isOpen && <QrDialog product={product} onOpenChange={setIsOpen} />}
    </span>
  )
}
