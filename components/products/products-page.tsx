'use client'
import { Box, CloudOff, Plus, Upload } from 'lucide-react'
import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryList } from '@/components/data-table/query-list'
import { useSelection } from '@/components/data-table/use-selection'
import { PageHeader } from '@/components/frame/page-header'
import { PrimaryAction } from '@/components/frame/primary-action'
import { useMay } from '@/components/frame/use-may'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import type { ProductListItem } from '@/lib/contracts/product'
import { useProductColumns } from './columns'
import { ExportButton } from './export/export-button'
import { Freshness } from './freshness'
import { GatewayNotice } from './gateway-notice'
import { loadQuickEdit, ProductActionsContext, type QuickField } from './list/actions'
import { ListTools } from './list/list-tools'
import { useArchiving } from './list/use-archiving'
import { useProductFilters } from './list/use-product-filters'
import { type ProductListState, useLayout, useProductList } from './list/use-product-list'
import { ProductCard } from './product-card'

// Without a place of its own to wait in, what comes late hides the whole page meanwhile, and the focus is lost.
const QuickEdit = dynamic(loadQuickEdit, { loading: () => null })
const BulkBar = dynamic(() => import('./bulk-bar').then((module) => module.BulkBar), { loading: () => null })

const idOf = ({ id }: ProductListItem) => id
const nameOf = ({ id, name }: ProductListItem) => name ?? id

/** The catalogue, from the mirror: it is there when the gateway is not, and says how fresh it is. */
export function ProductsPage({ shop }: { shop: string }) {
  const t = useTranslations('products')
  const { list, query } = useProductList(shop)
  const layout = useLayout()
  const [isSelecting, setIsSelecting] = useState(false)
  const selection = useSelection(idOf, JSON.stringify([list.q, list.narrowed]))
  const columns = useProductColumns(layout.columns)
  const filters = useProductFilters(list)
  const mayWrite = useMay('products.write')
  const page = query.data
  const newHref = `/shops/${shop}/products/new` as Route
  const hrefOf = (id: string) => `/shops/${shop}/products/${id}` as Route
  const counts = { total: page?.total ?? 0, isTotalExact: page?.total_exact ?? true }

  return (
    <ProductActionsProvider shop={shop}>
      <PageHeader
        title={t('title')}
        meta={page && <Freshness shop={shop} {...counts} syncedAt={page.synced_at} />}
        actions={<FileActions shop={shop} list={list} {...counts} />}
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
      {page?.alike && (
        <p role="status" className="mb-2.5 rounded-md bg-sunken px-3 py-2 text-md">
          {t('list.alike', { q: list.q })}
        </p>
      )}
      <QueryList
        label={t('title')}
        list={list}
        query={query}
        searchPlaceholder={t('searchPlaceholder')}
        failedTitle={t('failedTitle')}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        rowHref={({ id }) => hrefOf(id)}
        empty={page?.synced_at ? <NothingYet newHref={mayWrite ? newHref : null} /> : <NotReadYet />}
        renderCard={(product) => <ProductCard shop={shop} product={product} href={hrefOf(product.id)} />}
        filters={filters}
        density={layout.density}
        selection={selection}
        isSelectingCards={isSelecting}
        tools={
          <ListTools
            shop={shop}
            list={list}
            layout={layout}
            isSelecting={isSelecting}
            onSelecting={(isOn) => {
              setIsSelecting(isOn)
              if (!isOn) selection.clear()
            }}
          />
        }
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

type Editing = { product: ProductListItem; field: QuickField; anchor: HTMLElement }

/** What the rows can do, and the one little form that opens at the cell it was asked for in. */
function ProductActionsProvider({ shop, children }: { shop: string; children: ReactNode }) {
  const [editing, setEditing] = useState<Editing | null>(null)
  const cameFrom = useRef<HTMLElement>(null)
  const setArchived = useArchiving(shop)
  useEffect(() => {
    // The form arrived late, and does not know where the focus came from. Until it is gone, the rest of the page is
    // inert and takes none.
    if (!editing) requestAnimationFrame(() => cameFrom.current?.focus())
  }, [editing])
  const actions = {
    shop,
    edit: (product: ProductListItem, field: QuickField, anchor: HTMLElement) =>
      setEditing({ product, field, anchor }),
    archive: (product: ProductListItem) => void setArchived([product], !product.archived),
  }
  return (
    <ProductActionsContext value={actions}>
      {children}
      {editing && (
        <QuickEdit
          {...editing}
          shop={shop}
          onClose={() => {
            cameFrom.current = editing.anchor
            setEditing(null)
          }}
        />
      )}
    </ProductActionsContext>
  )
}

interface FileActionsProps {
  shop: string
  list: ProductListState
  total: number
  isTotalExact: boolean
}

/** Products from a file, and what the list shows, all pages of it, into one. */
function FileActions({ shop, list, total, isTotalExact }: FileActionsProps) {
  const t = useTranslations('imports')
  const mayWrite = useMay('products.write')
  const { cursor: _page, ...query } = list.filters
  return (
    <>
      {mayWrite && (
        <LinkButton
          href={`/shops/${shop}/products/import` as Route}
          icon={<Upload aria-hidden size={15} />}
          className="max-md:hidden"
        >
          {t('import')}
        </LinkButton>
      )}
      <ExportButton
        shop={shop}
        query={query}
        count={total}
        isAbout={!isTotalExact}
        className="max-md:hidden"
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
