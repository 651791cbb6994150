'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { passFocusOn } from '@/components/frame/pass-focus-on'
import { useMay } from '@/components/frame/use-may'
import { toast } from '@/components/ui/overlays/toast-store'
import { productKeys } from '@/lib/core/client/keys'
import { archiveProduct, restoreProduct } from '@/lib/products/client'
import type { LinkRepair } from '@/lib/products/link-state'
import type { ProductDetail, ProductItem } from '@/lib/products/schema'
import { storeAnswer } from '@/lib/core/client/store-answer'
import { Button } from '../ui/button'
import { LinkButton } from '../ui/link'

interface ProductRepairProps {
  shop: string
  product: Pick<ProductItem, 'id' | 'name' | 'archived'>
  repair: LinkRepair | null
}

/** Offers the repair that makes a dead link payable again. Shown only to people who may change products. */
export function ProductRepair({ shop, product, repair }: ProductRepairProps) {
  const t = useTranslations('links')
  const mayWrite = useMay('products.write')
  if (!mayWrite || repair === null) return null
  if (repair === 'unarchive') return <Unarchive shop={shop} product={product} />
  const id = encodeURIComponent(product.id)
  const base = `/shops/${shop}/products`
  const href = repair === 'duplicate' ? `${base}/new?from=${id}` : `${base}/${id}/edit?repair=${repair}`
  const label = t(`repair.${repair}`)
  return (
    <LinkButton
      size="sm"
      href={href as Route}
      aria-label={t('repairOf', { repair: label, name: product.name ?? product.id })}
    >
      {label}
    </LinkButton>
  )
}

function Unarchive({ shop, product }: Omit<ProductRepairProps, 'repair'>) {
  const t = useTranslations('links')
  const page = useTranslations('products.page')
  const button = useRef<HTMLButtonElement>(null)
  const archive = useArchive(shop, product, () => passFocusOn(button.current))
  const label = t('repair.unarchive')
  return (
    <>
      <Button
        ref={button}
        size="sm"
        isPending={archive.isPending}
        aria-label={t('repairOf', { repair: label, name: product.name ?? product.id })}
        onPress={() => archive.mutate()}
      >
        {label}
      </Button>
      {archive.isError && (
        <span role="alert" className="text-sm text-danger">
          {page('restoreFailed')}
        </span>
      )}
    </>
  )
}

/**
 * Archives the product in Counterfoil, or restores it. Each undoes the other, so there is no confirmation. `onDone` is
 * called before the page shows it.
 */
export function useArchive(
  shop: string,
  { id, archived }: Pick<ProductDetail, 'id' | 'archived'>,
  onDone?: () => void,
) {
  const t = useTranslations('products.page')
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => (archived ? restoreProduct(shop, id) : archiveProduct(shop, id)),
    onSuccess: (product) => {
      onDone?.()
      storeAnswer(client, productKeys.detail(shop, id), product)
      void client.invalidateQueries({ queryKey: productKeys.all(shop) })
      toast(t(product.archived ? 'archivedToast' : 'restoredToast'))
    },
  })
}
