'use client'
import { Copy, Ellipsis, MailCheck, Pencil, QrCode } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { dynamic } from '@/components/ui/dynamic'
import { IconDrawings } from '@/components/ui/repeated-icons'
import type { ProductListItem } from '@/lib/products/schema'
import { loadShareSheet } from '../share/share-button'
import { useArchiving } from './use-archiving'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

export type QuickField = 'price' | 'stock'

interface ProductActions {
  shop: string
  /** Opens the quick edit form at `anchor`, or the share sheet. Focus returns to `anchor`. */
  open: (what: QuickField | 'share', product: ProductListItem, anchor: HTMLElement) => void
  archive: (product: ProductListItem) => void
}

const ProductActionsContext = createContext<ProductActions | null>(null)

export function useProductActions(): ProductActions {
  const actions = useContext(ProductActionsContext)
  if (!actions) throw new Error('There is no list of products around this')
  return actions
}

export const loadQuickEdit = lazyWithMessages(() => import('./quick-edit'))

/** What each row shows, by the name that `RepeatedIcon` takes. */
const rowIcons = { confirm: MailCheck, copy: Copy, edit: Pencil, more: Ellipsis, qr: QrCode }

const QuickEdit = dynamic(loadQuickEdit)
const ShareSheet = dynamic(loadShareSheet)

type Opened = { product: ProductListItem; what: QuickField | 'share'; anchor: HTMLElement }

/** Provides the row actions, and shows the quick edit form or share sheet of one product. */
export function ProductActionsProvider({ shop, children }: { shop: string; children: ReactNode }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const cameFrom = useRef<HTMLElement>(null)
  const setArchived = useArchiving(shop)
  useEffect(() => {
    // The overlay loads late and cannot know the element that had focus. Wait until it is gone, as the page is
    // inert
    // before.
    if (!opened) requestAnimationFrame(() => cameFrom.current?.focus())
  }, [opened])
  const actions = useMemo(
    () => ({
      shop,
      open: (what: Opened['what'], product: ProductListItem, anchor: HTMLElement) =>
        setOpened({ what, product, anchor }),
      archive: (product: ProductListItem) => void setArchived([product], !product.archived),
    }),
    [shop, setArchived],
  )
  const close = () => {
    cameFrom.current = opened?.anchor ?? null
    setOpened(null)
  }
  return (
    <ProductActionsContext value={actions}>
      <IconDrawings icons={rowIcons} />
      {children}
      {opened?.what === 'share' && <ShareSheet shop={shop} product={opened.product} onClose={close} />}
      {opened && opened.what !== 'share' && (
        <QuickEdit
          shop={shop}
          product={opened.product}
          field={opened.what}
          anchor={opened.anchor}
          onClose={close}
        />
      )}
    </ProductActionsContext>
  )
}
