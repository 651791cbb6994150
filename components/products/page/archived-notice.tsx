'use client'
import { Archive } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { when } from '@/components/time/when'
import { Button } from '@/components/ui/button'
import type { ProductDetail } from '@/lib/products/schema'
import { useArchive } from './use-archive'

/** Said of a product that is hidden here: it goes on at the gateway. */
export function ArchivedNotice({ shop, product }: { shop: string; product: ProductDetail }) {
  const t = useTranslations('products.page')
  const mayWrite = useMay('products.write')
  const archive = useArchive(shop, product)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border bg-sunken px-3 py-2 text-md">
      <Archive aria-hidden size={15} className="shrink-0 text-muted" />
      <p className="min-w-0 flex-1">
        {product.archived_at && t.rich('archivedAt', { when: when(product.archived_at) })} {t('archivedText')}
      </p>
      {mayWrite && (
        <Button size="sm" isPending={archive.isPending} onPress={() => archive.mutate()}>
          {t('restore')}
        </Button>
      )}
      {archive.isError && (
        <p role="alert" className="w-full text-sm text-danger">
          {t('restoreFailed')}
        </p>
      )}
    </div>
  )
}
