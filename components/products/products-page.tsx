'use client'
import { Box, Plus, Share2 } from 'lucide-react'
import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Marked } from '@/components/data-table/marked'
import { QueryList } from '@/components/data-table/query-list'
import { useSelection } from '@/components/data-table/use-selection'
import { PageHeader } from '@/components/frame/page-header'
import { PrimaryAction } from '@/components/frame/primary-action'
import { useMay } from '@/components/frame/use-may'
import { useLayout } from '@/components/list-tools/layout'
import { ListTools } from '@/components/list-tools/list-tools'
import { useCurrencyGroups } from '@/components/list-tools/use-currency-groups'
import { Freshness } from '@/components/mirror/freshness'
import { ListNotices, OnlyBest } from '@/components/mirror/list-notices'
import type { MirrorSource } from '@/components/mirror/use-read-again'
import { useMoney } from '@/components/money/use-money'
import { Link } from '@/components/ui/link'
import { productKeys } from '@/lib/core/client/keys'
import { productSortColumns } from '@/lib/core/paging'
import { syncProducts } from '@/lib/products/client'
import type { ProductListItem, ProductPage } from '@/lib/products/schema'
import { useProductColumns } from './columns'
import { CopyLink } from './copy-link'
import { ProductActionsProvider } from './list/actions-provider'
import { useColumnNames } from './list/column-names'
import { FileActions } from './list/file-actions'
import { RowActions } from './list/row-actions'
import { StateBadges } from './list/state-badges'
import { useProductFilters } from './list/use-product-filters'
import { productColumns, type ProductListState, useProductList } from './list/use-product-list'
import { Period } from './period'
import { QrButton } from './qr-button'
import { ShareButton } from './share/share-button'
import { Stock } from './stock'

// Without `loading`, a late chunk suspends the whole page and focus is lost.
const BulkBar = dynamic(() => import('./bulk-bar').then((module) => module.BulkBar), { loading: () => null })
const MirrorEmpty = dynamic(() => import('@/components/mirror/mirror-empty'), { loading: () => null })
const MirrorUnread = dynamic(() => import('@/components/mirror/mirror-unread'), { loading: () => null })

const idOf = ({ id }: ProductListItem) => id
const nameOf = ({ id, name }: ProductListItem) => name ?? id

const sourceOf = (shop: string): MirrorSource => ({
  sync: () => syncProducts(shop),
  refreshes: productKeys.all(shop),
})

const countsOf = (page: ProductPage | undefined) => ({
  total: page?.total ?? 0,
  isTotalExact: page?.total_exact ?? true,
})

/** Shows the catalogue from the mirror, so it works without the gateway, and tells how fresh it is. */
export function ProductsPage({ shop }: { shop: string }) {
  const t = useTranslations('products')
  const { list, query } = useProductList(shop)
  const names = useColumnNames()
  const layout = useLayout(productColumns)
  const [isSelecting, setIsSelecting] = useState(false)
  const selection = useSelection(idOf, JSON.stringify(['products', shop, list.q, list.narrowed]))
  const groupOf = useCurrencyGroups(list.sort, list.narrowed.currency)
  const columns = useProductColumns(layout.columns)
  const filters = useProductFilters(shop, list)
  const mayWrite = useMay('products.write')
  const page = query.data
  const mirror = { shop, source: sourceOf(shop) }
  const newHref = mayWrite ? (`/shops/${shop}/products/new` as Route) : null
  const hrefOf = (id: string) => `/shops/${shop}/products/${id}` as Route
  const counts = countsOf(page)

  return (
    <ProductActionsProvider shop={shop}>
      <Header shop={shop} list={list} page={page} newHref={newHref} />
      <QueryList
        label={t('title')}
        list={list}
        query={query}
        searchPlaceholder={t('searchPlaceholder')}
        failedTitle={t('failedTitle')}
        notices={page && <ListNotices {...mirror} page={page} q={list.q} askedAt={query.dataUpdatedAt} />}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        groupOf={groupOf}
        rowHref={({ id }) => hrefOf(id)}
        unread={
          page &&
          page.synced_at === null && (
            <MirrorUnread {...mirror} of="products" page={page} isSearched={!!list.q || list.isNarrowed} />
          )
        }
        empty={<MirrorEmpty of="products" icon={<Box size={19} />} newHref={newHref} />}
        renderCard={(product) => <ProductCard shop={shop} product={product} href={hrefOf(product.id)} />}
        filters={filters}
        density={layout.density}
        selection={selection}
        isSelectingCards={isSelecting}
        tools={
          <ListTools
            of="products"
            shop={shop}
            list={list}
            layout={layout}
            names={names}
            sortColumns={productSortColumns}
            selecting={{
              isOn: isSelecting,
              set: (isOn) => {
                setIsSelecting(isOn)
                if (!isOn) selection.clear()
              },
            }}
          />
        }
        endNote={page && page.best !== null && <OnlyBest best={page.best} {...counts} />}
        bulkBar={
          selection.count(counts.total) > 0 && (
            <BulkBar
              shop={shop}
              list={list}
              selection={selection}
              {...counts}
              isAlike={page?.alike ?? false}
            />
          )
        }
      />
    </ProductActionsProvider>
  )
}

interface HeaderProps {
  shop: string
  list: ProductListState
  page: ProductPage | undefined
  /** Null if the person may not create products. */
  newHref: Route | null
}

function Header({ shop, list, page, newHref }: HeaderProps) {
  const t = useTranslations('products')
  const counts = countsOf(page)
  return (
    <PageHeader
      title={t('title')}
      meta={page && <Freshness {...counts} shop={shop} page={page} source={sourceOf(shop)} />}
      actions={<FileActions shop={shop} list={list} {...counts} />}
      primary={
        newHref && (
          <PrimaryAction href={newHref} label={t('new')} icon={<Plus aria-hidden size={16} />} shortcut="n" />
        )
      }
    />
  )
}

type ProductCardProps = { shop: string; product: ProductListItem; href: Route }

function ProductCard({ shop, product, href }: ProductCardProps) {
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
      <span className="mt-2.5 flex gap-1.5">
        <CopyLink product={product} className="min-h-8 flex-1 justify-center" />
        {product.pay_url && (
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
        <span className="ml-auto">
          <RowActions product={product} />
        </span>
      </span>
    </>
  )
}
