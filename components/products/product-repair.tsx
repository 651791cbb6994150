'use client'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import type { LinkRepair } from '@/lib/products/link-state'
import type { ProductItem } from '@/lib/products/schema'
import { Button } from '../ui/button'
import { LinkButton } from '../ui/link-button'
import { useArchive } from './page/use-archive'

interface ProductRepairProps {
  shop: string
  product: Pick<ProductItem, 'id' | 'name' | 'archived'>
  repair: LinkRepair | null
  className?: string
}

/** Offers the repair that makes a dead link payable again. Shown only to people who may change products. */
export function ProductRepair({ shop, product, repair, className }: ProductRepairProps) {
  const t = useTranslations('links')
  const mayWrite = useMay('products.write')
  if (!mayWrite || repair === null) return null
  if (repair === 'unarchive') return <Unarchive shop={shop} product={product} className={className} />
  const id = encodeURIComponent(product.id)
  const base = `/shops/${shop}/products`
  const href = repair === 'duplicate' ? `${base}/new?from=${id}` : `${base}/${id}/edit?repair=${repair}`
  const label = t(`repair.${repair}`)
  return (
    <LinkButton
      size="sm"
      href={href as Route}
      className={className}
      aria-label={t('repairOf', { repair: label, name: product.name ?? product.id })}
    >
      {label}
    </LinkButton>
  )
}

function Unarchive({ shop, product, className }: Omit<ProductRepairProps, 'repair'>) {
  const t = useTranslations('links')
  const page = useTranslations('products.page')
  const archive = useArchive(shop, product)
  const label = t('repair.unarchive')
  return (
    <>
      <Button
        size="sm"
        className={className}
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
