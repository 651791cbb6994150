'use client'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { DeadCopy } from '@/components/payment-links/dead-copy'
import { ProductRepair } from '@/components/products/product-repair'
import { useLinkView } from '@/components/payment-links/link-view'
import { dynamic } from '@/components/ui/dynamic'
import { IconButton } from '@/components/ui/icon-button'
import { RepeatedIcon } from '@/components/ui/repeated-icons'
import { CopyButton } from '@/components/ui/text/copy-button'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import type { ProductItem } from '@/lib/products/schema'
import { productLink } from '@/lib/products/link-state'
import { useProductActions } from './actions'

type Props = { product: ProductItem; className?: string }

export function CopyLink({ product, className }: Props) {
  const t = useTranslations('products')
  const mayShare = useMay('products.share')
  const { shop } = useProductActions()
  const { pay_url: payUrl, confirm_url: confirmUrl } = product
  const view = useLinkView()
  const { fault, repair } = productLink(product, payUrl, view)
  const confirm = productLink(product, confirmUrl, view)
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
  const { fault } = productLink(product, product.pay_url, useLinkView())
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
