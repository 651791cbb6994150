'use client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '@/components/ui/toast-store'
import { shortName } from '@/lib/core/format/shortened'
import type { ProductListItem } from '@/lib/products/schema'
import { archiveProduct, restoreProduct } from '@/lib/products/changes-client'
import { productKeys } from '@/lib/core/client/keys'

/** As many as are asked for one by one; more are a job. */
export const archiveLimit = 50
const undoMs = 10_000

type Words = ReturnType<typeof useTranslations<'products.list'>>

/** Hides products here or shows them again, and offers to take it back. Answers with those it failed for. */
export function useArchiving(shop: string) {
  const t = useTranslations('products.list')
  const client = useQueryClient()
  // The same function as long as it does the same: rows are made anew with what they can do.
  return useMemo(() => archiving(shop, client, t), [shop, client, t])
}

function archiving(shop: string, client: QueryClient, t: Words) {
  async function set(
    products: readonly ProductListItem[],
    archived: boolean,
    isUndo = false,
  ): Promise<readonly ProductListItem[]> {
    const failed: ProductListItem[] = []
    for (const product of products) {
      try {
        await (archived ? archiveProduct : restoreProduct)(shop, product.id)
      } catch {
        failed.push(product)
      }
    }
    const done = products.filter((product) => !failed.includes(product))
    void client.invalidateQueries({ queryKey: productKeys.all(shop) })
    const words = (of: readonly ProductListItem[]) => ({
      count: of.length,
      name: shortName(of[0]?.name ?? of[0]?.id ?? ''),
    })
    if (done.length > 0)
      toast(t(archived ? 'archivedCount' : 'restoredCount', words(done)), 'ok', {
        lifetimeMs: undoMs,
        action: isUndo ? undefined : { label: t('undo'), run: () => void set(done, !archived, true) },
      })
    // Those that failed stay as they were, which can be seen: this does not have to stay.
    if (failed.length > 0) toast(t(archived ? 'archiveFailed' : 'restoreFailed', words(failed)), 'bad')
    return failed
  }
  return set
}
