'use client'
import { Copy, Ellipsis, MailCheck, Pencil, QrCode } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useMay } from '@/components/frame/use-may'
import { dynamic } from '@/components/ui/dynamic'
import { IconDrawings } from '@/components/ui/repeated-icons'
import type { ProductListItem } from '@/lib/products/schema'
import { loadShareSheet } from '../share/share-button'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { toast } from '@/components/ui/overlays/toast-store'
import { shortName } from '@/lib/core/format/shortened'
import { archiveProduct, restoreProduct } from '@/lib/products/client'
import { productKeys } from '@/lib/core/client/keys'

export type QuickField = 'price' | 'stock'

/**
 * Whether the list offers to change the field. Not if the product is gone from the gateway. Not the price if the currency
 * is unknown, because its decimals are then unknown too.
 */
export const canQuickEdit = (
  { vanished, currency }: Pick<ProductListItem, 'vanished' | 'currency'>,
  field: QuickField,
): boolean => !vanished && (field !== 'price' || currency !== null)

/** Whether the list offers to share and print the product: the person may, and it is not gone from the gateway. */
export const useCanShare = ({ vanished }: Pick<ProductListItem, 'vanished'>): boolean =>
  useMay('products.share') && !vanished

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
    // The overlay loads late and cannot know the element that had focus. Until it is gone, the page is inert.
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

/** The most products to archive one by one. Larger selections become a job. */
export const archiveLimit = 50
const undoMs = 10_000

/** Archives or restores products in Counterfoil and offers an undo. Returns the products that failed. */
export function useArchiving(shop: string) {
  const t = useTranslations('products.list')
  const client = useQueryClient()
  // Memoised, because the row actions depend on this function.
  return useMemo(() => {
    async function set(
      products: readonly ProductListItem[],
      isArchived: boolean,
      isUndo = false,
    ): Promise<readonly ProductListItem[]> {
      const failed: ProductListItem[] = []
      let error: unknown
      for (const product of products) {
        try {
          await (isArchived ? archiveProduct : restoreProduct)(shop, product.id)
        } catch (reason) {
          failed.push(product)
          error ??= reason
        }
      }
      const done = products.filter((product) => !failed.includes(product))
      void client.invalidateQueries({ queryKey: productKeys.all(shop) })
      const words = (of: readonly ProductListItem[]) => ({
        count: of.length,
        name: shortName(of[0]?.name ?? of[0]?.id ?? ''),
      })
      if (done.length > 0)
        toast(t(isArchived ? 'archivedCount' : 'restoredCount', words(done)), 'ok', {
          lifetimeMs: undoMs,
          action: isUndo ? undefined : { label: t('undo'), run: () => void set(done, !isArchived, true) },
        })
      // Needs no permanent toast: the failed products visibly do not change.
      if (failed.length > 0)
        toast(t(isArchived ? 'archiveFailed' : 'restoreFailed', words(failed)), 'bad', { error })
      return failed
    }
    return set
  }, [shop, client, t])
}
