'use client'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { ProductListItem } from '@/lib/products/schema'
import { loadShareSheet } from '../share/load'
import { loadQuickEdit, ProductActionsContext, type QuickField } from './actions'
import { useArchiving } from './use-archiving'

// Without a place of its own to wait in, what comes late hides the whole page meanwhile, and the focus is lost.
const QuickEdit = dynamic(loadQuickEdit, { loading: () => null })
const ShareSheet = dynamic(loadShareSheet, { loading: () => null })

type Opened = { product: ProductListItem; what: QuickField | 'share'; anchor: HTMLElement }

/** What the rows can do, and what opens for one of them: the little form at its cell, or the sheet to share it. */
export function ProductActionsProvider({ shop, children }: { shop: string; children: ReactNode }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const cameFrom = useRef<HTMLElement>(null)
  const setArchived = useArchiving(shop)
  useEffect(() => {
    // What opened arrived late, and does not know where the focus came from. Until it is gone, the rest of the page is
    // inert and takes none.
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
