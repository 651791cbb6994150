'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { toast } from '@/components/ui/overlays/toast-store'
import type { ProductDetail } from '@/lib/products/schema'
import { archiveProduct, restoreProduct } from '@/lib/products/changes-client'
import { productKeys } from '@/lib/core/client/keys'

/** Archives the product in Counterfoil, or restores it. Each undoes the other, so there is no confirmation. */
export function useArchive(shop: string, { id, archived }: Pick<ProductDetail, 'id' | 'archived'>) {
  const t = useTranslations('products.page')
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => (archived ? restoreProduct(shop, id) : archiveProduct(shop, id)),
    onSuccess: (product) => {
      client.setQueryData(productKeys.detail(shop, id), product)
      void client.invalidateQueries({ queryKey: productKeys.all(shop) })
      toast(t(product.archived ? 'archivedToast' : 'restoredToast'))
    },
  })
}
