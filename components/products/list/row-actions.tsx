'use client'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { LazyMenu } from '@/components/ui/overlays/lazy-menu'
import { RepeatedIcon } from '@/components/ui/repeated-icons'
import type { ProductListItem, ProductItem } from '@/lib/products/schema'
import { canQuickEdit, loadQuickEdit, type QuickField, useCanShare, useProductActions } from './actions'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { DeadCopy } from '@/components/payment-links/dead-copy'
import { ProductRepair } from '@/components/products/product-repair'
import { useLinkView } from '@/components/payment-links/link-view'
import { dynamic } from '@/components/ui/dynamic'
import { IconButton } from '@/components/ui/icon-button'
import { CopyButton } from '@/components/ui/text/copy-button'
import { productLink } from '@/lib/products/link-state'

const loadMenu = lazyWithMessages(() => import('./row-menu'))

/** The menu of a product. Renders nothing if it would be empty for this person. */
export function RowActions({ product }: { product: ProductListItem }) {
  const t = useTranslations('products.list')
  const place = useRef<HTMLSpanElement>(null)
  const canShare = useCanShare(product)
  const mayWrite = useMay('products.write')
  if (!canShare && !mayWrite) return null
  return (
    <span ref={place} className="inline-flex">
      <LazyMenu
        load={loadMenu}
        menu={{ product, anchor: () => place.current?.querySelector('button') ?? null }}
        aria-label={t('actionsOf', { name: product.name ?? product.id })}
        className="grid size-8 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-text"
      >
        <RepeatedIcon name="more" size={16} />
      </LazyMenu>
    </span>
  )
}

/** The edit button of a cell, always visible on screens without hover. The focus ring is inside, clear of the value. */
export function EditPencil({ product, field }: { product: ProductListItem; field: QuickField }) {
  const t = useTranslations('products.list')
  const { open } = useProductActions()
  const mayWrite = useMay('products.write')
  if (!mayWrite || !canQuickEdit(product, field)) return null
  const preload = () => void loadQuickEdit()
  return (
    <button
      type="button"
      aria-label={t(field === 'price' ? 'changePriceOf' : 'changeStockOf', {
        name: product.name ?? product.id,
      })}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={({ currentTarget }) => open(field, product, currentTarget)}
      className="grid size-6 shrink-0 place-items-center rounded-xs text-muted opacity-0 -outline-offset-2 group-hover/row:opacity-100 hover:bg-border/70 hover:text-text focus-visible:opacity-100 pointer-coarse:opacity-100"
    >
      <RepeatedIcon name="edit" size={13} />
    </button>
  )
}

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
  // The dialog may open only after it is loaded. It then does not know which element had the focus.
  const close = () => {
    setIsOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  const mayShare = useMay('products.share')
  const { shop } = useProductActions()
  const { fault } = productLink(product, product.pay_url, useLinkView())
  // An open dialog stays open, and says itself that the link no longer works.
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
