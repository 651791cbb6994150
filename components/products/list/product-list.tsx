'use client'
import { Box } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { fromMark, Marked } from '@/components/data-table/marked'
import {
  type ColumnContext,
  defineList,
  type FilterContext,
  type ListColumns,
} from '@/components/list/define-list'
import { defineExport } from '@/components/list/export-button'
import {
  multiFilter,
  optionsOf,
  type OwnFilters,
  removableFilter,
  singleFilter,
  yesNoFilter,
} from '@/components/list/filters/filters'
import { useAmountFilter } from '@/components/list/filters/use-amount-filter'
import { useCurrencyFilter } from '@/components/list/filters/fetched-filters'
import { useList, useListQuery } from '@/components/list/use-list'
import { useMoney } from '@/components/money/use-money'
import { RelativeTime } from '@/components/time/relative-time'
import { productKeys } from '@/lib/core/client/keys'
import { listedFields, type ListedField } from '@/lib/products/fields'
import { productListOptions, productListParams, syncProducts } from '@/lib/products/client'
import type { ProductListItem } from '@/lib/products/schema'
import { productStates, transactionTypeChoices } from '@/lib/products/state'
import { FieldValue, Period, StateBadges, Stock, TransactionType } from '../cells'
import { EditPencil, RowActions, CopyLink, QrButton } from './row-actions'

export const productExport = defineExport({
  of: 'products',
  permission: 'products.export',
  columns: async () => {
    const { exportColumns, defaultExportColumns } = await import('@/lib/products/import')
    // The initial choice is what an import reads, regardless of the list's columns.
    return { all: exportColumns, usual: defaultExportColumns }
  },
})

const productList = defineList({
  of: 'products',
  path: 'products',
  icon: Box,
  params: productListParams,
  query: productListOptions,
  usual: ['amount', 'quantity', 'expired_at', 'state', 'updated_at', 'link'],
  rowName: ({ id, name }) => name ?? id,
  rowMenu: (product) => <RowActions product={product} />,
  create: 'products.write',
  mirror: { sync: syncProducts, refreshes: productKeys.all },
})
type Columns = ListColumns<'products', ProductListItem>

export function useProductList(shop: string) {
  const list = useListQuery(productList, shop)
  return useList(list, useColumns(list), useFilters(list))
}
export type ProductList = ReturnType<typeof useProductList>

function useColumns({ isShown }: ColumnContext): Columns {
  const t = useTranslations('products')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('product'),
        isPrimary: true,
        firstSort: 'asc',
        className: 'max-w-[280px]',
        skeleton: 'my-[11px] h-3.5 w-40',
        cell: (product) => <ProductName product={product} hasId={!isShown('id')} />,
      },
      ...optionalColumns,
    ],
    [t, isShown],
  )
}

const muted = { className: 'text-muted' }

const sorts: readonly string[] = productListParams.sorts

const fieldColumn = (field: ListedField): Columns[number] => ({
  id: field,
  ...muted,
  firstSort: sorts.includes(field) ? 'asc' : undefined,
  cell: (product) => <FieldValue product={product} field={field} />,
})

const optionalColumns: Columns = [
  { id: 'id', firstSort: 'asc', cell: (product) => <ProductId product={product} /> },
  { id: 'amount', align: 'end', firstSort: 'desc', cell: (product) => <Price product={product} /> },
  ...listedFields.map(fieldColumn),
  {
    id: 'quantity',
    className: 'tabular-nums',
    firstSort: 'asc',
    cell: (product) => (
      <span className="flex items-center gap-1">
        <Stock product={product} />
        <EditPencil product={product} field="stock" />
      </span>
    ),
  },
  { id: 'expired_at', ...muted, firstSort: 'asc', cell: (product) => <Period product={product} /> },
  { id: 'state', firstSort: 'asc', cell: (product) => <StateBadges product={product} /> },
  {
    id: 'transaction_type',
    ...muted,
    firstSort: 'asc',
    cell: (product) => <TransactionType type={product.transaction_type} />,
  },
  { id: 'created_at', ...muted, firstSort: 'desc', cell: ({ created_at: at }) => <Moment at={at} /> },
  { id: 'updated_at', ...muted, firstSort: 'desc', cell: ({ updated_at: at }) => <Moment at={at} /> },
  {
    id: 'link',
    className: 'print:hidden',
    cell: (product) => (
      <span className="flex items-center gap-1.5">
        <CopyLink product={product} />
        <QrButton product={product} />
      </span>
    ),
  },
]

const Moment = ({ at }: { at: string | null }) => (at ? <RelativeTime at={at} isPlain /> : '–')

function Price({ product }: { product: ProductListItem }) {
  const { amountText } = useMoney()
  return (
    <span className="inline-flex items-center gap-1 rtl:flex-row-reverse">
      <EditPencil product={product} field="price" />
      {amountText(product) ?? '–'}
    </span>
  )
}

const ProductId = ({ product: { id, marks } }: { product: ProductListItem }) => (
  <span className="font-mono text-xs text-muted">
    <Marked text={id} marks={marks?.id} />
  </span>
)

function useFilters(list: FilterContext<typeof productListParams.filters, ProductListItem>): OwnFilters {
  const t = useTranslations('products')
  const { attention } = list.narrowed
  // “Needs you” takes the room of two others, which then move into the menu.
  const isRare = attention !== undefined
  return {
    state: multiFilter(list, 'state', {
      label: t('status'),
      options: optionsOf(productStates, (state) => t(`state.${state}`)),
    }),
    amount: useAmountFilter(list),
    test: {
      ...yesNoFilter(list, 'test', {
        label: t('list.mode'),
        texts: { false: t('list.realOnly'), true: t('list.testOnly') },
      }),
      isRare,
    },
    currency: { ...useCurrencyFilter(list), isRare },
    transaction_type: singleFilter(list, 'transaction_type', {
      label: t('list.type'),
      options: optionsOf(transactionTypeChoices, (type) => t(`types.${type}`)),
    }),
    archived: singleFilter(list, 'archived', {
      label: t('list.archived'),
      options: [
        { value: 'only', label: t('list.archivedOnly') },
        { value: 'include', label: t('list.archivedToo') },
      ],
    }),
    attention: removableFilter(list, 'attention', {
      label: t('list.attention'),
      text: attention && t(`list.attentionFor.${attention}`),
    }),
  }
}

interface ProductNameProps {
  product: ProductListItem
  /** Whether to show the ID when the search matched it. False when the ID has its own column. */
  hasId: boolean
}

function ProductName({ product: { id, name, description, marks }, hasId }: ProductNameProps) {
  const line = fromMark(description ?? '', marks?.description)
  const isFoundById = hasId && name !== null && (marks?.id.length ?? 0) > 0
  return (
    <>
      <span dir="auto" className="block truncate text-parent font-medium">
        <Marked text={name ?? id} marks={name === null ? marks?.id : marks?.name} />
      </span>
      {/* The description alone, which is in no <bdi>, decides the direction. */}
      <span
        dir="auto"
        className="block truncate text-parent text-xs text-muted group-data-[density=compact]/table:hidden"
      >
        {isFoundById && (
          <bdi className="me-1.5 font-mono">
            <Marked text={id} marks={marks?.id} />
          </bdi>
        )}
        <Marked text={line.text} marks={line.marks} />
      </span>
    </>
  )
}
