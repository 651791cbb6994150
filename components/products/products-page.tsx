'use client'
import { useQuery } from '@tanstack/react-query'
import { Box, CloudOff, Plus } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { QueryList } from '@/components/data-table/query-list'
import { useListState } from '@/components/data-table/use-list-state'
import { PageHeader } from '@/components/frame/page-header'
import { useMay } from '@/components/frame/use-may'
import { PrimaryAction } from '@/components/frame/primary-action'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { productListOptions, productListParams } from '@/lib/queries/products'
import { useProductColumns } from './columns'
import { Freshness } from './freshness'
import { GatewayNotice } from './gateway-notice'
import { ProductCard } from './product-card'

/** Each look lets the server bring a stale mirror up to date, also once the gateway is back. */
const whileLookedAtMs = 60_000

/** The catalogue, from the mirror: it is there when the gateway is not, and says how fresh it is. */
export function ProductsPage({ shop }: { shop: string }) {
  const t = useTranslations('products')
  const list = useListState(productListParams)
  const query = useQuery({ ...productListOptions(shop, list.filters), refetchInterval: whileLookedAtMs })
  const columns = useProductColumns()
  const mayWrite = useMay('products.write')
  const page = query.data
  const newHref = `/shops/${shop}/products/new` as Route
  const hrefOf = (id: string) => `/shops/${shop}/products/${id}` as Route

  return (
    <>
      <PageHeader
        title={t('title')}
        meta={
          page && (
            <Freshness
              shop={shop}
              total={page.total}
              isTotalExact={page.total_exact}
              syncedAt={page.synced_at}
            />
          )
        }
        primary={
          mayWrite && (
            <PrimaryAction
              href={newHref}
              label={t('new')}
              icon={<Plus aria-hidden size={16} />}
              shortcut="n"
            />
          )
        }
      />
      <GatewayNotice shop={shop} syncedAt={page?.synced_at ?? null} />
      <QueryList
        label={t('title')}
        list={list}
        query={query}
        searchPlaceholder={t('searchPlaceholder')}
        failedTitle={t('failedTitle')}
        columns={columns}
        rowId={({ id }) => id}
        rowHref={({ id }) => hrefOf(id)}
        empty={page?.synced_at ? <NothingYet newHref={mayWrite ? newHref : null} /> : <NotReadYet />}
        renderCard={(product) => <ProductCard product={product} href={hrefOf(product.id)} />}
      />
    </>
  )
}

function NothingYet({ newHref }: { newHref: Route | null }) {
  const t = useTranslations('products')
  return (
    <EmptyState
      icon={<Box size={19} />}
      title={t('emptyTitle')}
      action={
        newHref && (
          <LinkButton href={newHref} variant="primary" icon={<Plus aria-hidden size={16} />}>
            {t('new')}
          </LinkButton>
        )
      }
    >
      {t('emptyText')}
    </EmptyState>
  )
}

/** Before the gateway's list was read once, nobody knows whether there are any. */
function NotReadYet() {
  const t = useTranslations('products')
  return (
    <EmptyState icon={<CloudOff size={19} />} title={t('notRead')}>
      {t('notReadText')}
    </EmptyState>
  )
}
