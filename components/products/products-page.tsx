'use client'
import { Share2 } from 'lucide-react'
import type { Route } from 'next'
import { dynamic } from '@/components/ui/dynamic'
import { useTranslations } from 'use-intl'
import { Marked } from '@/components/data-table/marked'
import { FileActions } from '@/components/list/file-actions'
import { ListPage } from '@/components/list/list-page'
import { useCurrencyGroups } from '@/components/list/filters/fetched-filters'
import { useMoney } from '@/components/money/use-money'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import type { CopyTarget } from '@/lib/products/copy'
import type { ProductListItem } from '@/lib/products/schema'
import { ProductActionsProvider } from './list/actions'
import { productExport, useProductList } from './list/product-list'
import { RowActions, CopyLink, QrButton } from './list/row-actions'
import { Period, StateBadges, Stock } from './cells'
import { ShareButton } from './share/share-button'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const BulkBar = dynamic(lazyWithMessages(() => import('./bulk-bar').then((module) => module.BulkBar)))

interface ProductsPageProps {
  shop: string
  /** Other shops to which the person may copy products. */
  copyTargets: readonly CopyTarget[]
}

/** Shows the catalogue from the mirror, so it works without the gateway, and says how fresh it is. */
export function ProductsPage({ shop, copyTargets }: ProductsPageProps) {
  const t = useTranslations('products')
  const list = useProductList(shop)
  const archived = list.filters.find(({ id }) => id === 'archived')
  return (
    <ProductActionsProvider shop={shop}>
      <ListPage
        list={list}
        actions={<FileActions list={list} of="products" exported={productExport} />}
        groupOf={useCurrencyGroups(list)}
        renderCard={(product, href) => <ProductCard shop={shop} product={product} href={href} />}
        wider={
          archived?.selected.length === 0 && (
            <Button onPress={() => archived.onChange(['include'])}>{t('list.searchArchived')}</Button>
          )
        }
        bulkBar={<BulkBar list={list} copyTargets={copyTargets} />}
      />
    </ProductActionsProvider>
  )
}

type ProductCardProps = { shop: string; product: ProductListItem; href: Route }

export function ProductCard({ shop, product, href }: ProductCardProps) {
  const t = useTranslations('products')
  const { amountText } = useMoney()
  const { id, name, marks } = product
  return (
    <>
      <Link href={href} data-row-link="" className="block rounded-sm">
        <span className="flex items-baseline justify-between gap-3">
          <span dir="auto" className="min-w-0 truncate text-base font-medium">
            <Marked text={name ?? id} marks={name === null ? marks?.id : marks?.name} />
          </span>
          <span className="text-base font-semibold tabular-nums">{amountText(product) ?? '–'}</span>
        </span>
        <span className="mt-1 flex items-center justify-between gap-3 text-md text-muted">
          <span className="min-w-0 truncate">
            {product.infinite ? t('unlimited') : <Stock product={product} />} ·{' '}
            {product.immortal ? t('noExpiry') : <Period product={product} />}
          </span>
          <StateBadges product={product} />
        </span>
      </Link>
      <span className="mt-2.5 flex items-center gap-1.5">
        <CopyLink product={product} className="min-h-8 flex-1 justify-center" />
        {product.pay_url && !product.vanished && (
          <ShareButton
            shop={shop}
            product={product}
            className="size-8 max-md:p-0"
            icon={<Share2 aria-hidden size={15} className="text-muted" />}
          >
            <span className="sr-only">{t('list.shareOf', { name: name ?? id })}</span>
          </ShareButton>
        )}
        <QrButton product={product} />
        <span className="ms-auto">
          <RowActions product={product} />
        </span>
      </span>
    </>
  )
}
