'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '@/components/ui/overlays/toast-store'
import { shortName } from '@/lib/core/format/shortened'
import type { ProductListItem } from '@/lib/products/schema'
import { archiveProduct, restoreProduct } from '@/lib/products/client'
import { productKeys } from '@/lib/core/client/keys'

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
      // Needs no permanent toast: the failed products visibly stay as they were.
      if (failed.length > 0)
        toast(t(isArchived ? 'archiveFailed' : 'restoreFailed', words(failed)), 'bad', { error })
      return failed
    }
    return set
  }, [shop, client, t])
}
