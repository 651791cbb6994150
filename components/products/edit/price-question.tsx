'use client'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLinkView } from '@/components/payment-links/link-view'
import { dynamic } from '@/components/ui/dynamic'
import type { ProductUpdate } from '@/lib/gateway/products/product'
import type { ProductItem } from '@/lib/products/schema'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { productLink } from '@/lib/products/link-state'

const ConfirmDialog = dynamic(
  lazyWithMessages(() =>
    import('@/components/dialogs/confirm-dialog').then((module) => module.ConfirmDialog),
  ),
)

/** Asks once before the price changes on a link that may have been shared, even if it is not payable at the moment. */
export function usePriceQuestion(product: ProductItem, onConfirm: () => void) {
  const t = useTranslations('products.edit')
  const text = usePriceOnLink(product)
  const isAnsweredRef = useRef(false)
  const [isOpen, setIsOpen] = useState(false)

  /** Returns whether the change must wait for an answer. On “yes”, `onConfirm` submits it again. */
  function needsAnswer(change: ProductUpdate): boolean {
    if (product.pay_url === null || isAnsweredRef.current) return false
    if (change.amount === undefined && change.currency === undefined) return false
    setIsOpen(true)
    return true
  }
  const dialog: ReactNode = isOpen && (
    <ConfirmDialog
      title={t('priceOnLink')}
      confirmLabel={t('changePrice')}
      onClose={() => setIsOpen(false)}
      onConfirm={() => {
        isAnsweredRef.current = true
        setIsOpen(false)
        onConfirm()
      }}
    >
      <p className="text-md/5">{text}</p>
    </ConfirmDialog>
  )
  return { asks: needsAnswer, dialog }
}

/** Returns what a new price means for people who have the link, and why the link cannot be paid now, if so. */
export function usePriceOnLink(product: ProductItem): string {
  const t = useTranslations('products')
  const links = useTranslations('links')
  const { fault } = productLink(product, product.pay_url, useLinkView())
  const priceNote = t('priceOnLink')
  return fault === null ? priceNote : `${links(`fault.${fault}`)} ${priceNote}`
}
