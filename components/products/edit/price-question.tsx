'use client'
import { dynamic } from '@/components/ui/dynamic'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ProductItem } from '@/lib/products/schema'
import type { ProductUpdate } from '@/lib/gateway/products/product'
import { usePriceOnLink } from '../use-price-on-link'

const ConfirmDialog = dynamic(() =>
  import('@/components/dialogs/confirm-dialog').then((module) => module.ConfirmDialog),
)

/**
 * Asks once before the price changes on a link that may have been shared, even if it is not payable at the
 * moment.
 */
export function usePriceQuestion(product: ProductItem, onConfirm: () => void) {
  const t = useTranslations('products.edit')
  const text = usePriceOnLink(product)
  const isAnswered = useRef(false)
  const [isOpen, setIsOpen] = useState(false)

  /** Returns whether the change must wait for an answer. On “yes”, `onConfirm` submits it again. */
  function needsAnswer(change: ProductUpdate): boolean {
    if (product.pay_url === null || isAnswered.current) return false
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
        isAnswered.current = true
        setIsOpen(false)
        onConfirm()
      }}
    >
      <p className="text-md/5">{text}</p>
    </ConfirmDialog>
  )
  return { asks: needsAnswer, dialog }
}
