'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { columnHelper } from '@/components/data-table/columns'
import { Marked } from '@/components/data-table/marked'
import { useMoney } from '@/components/money/use-money'
import { RelativeTime } from '@/components/time/relative-time'
import type { ProductListItem } from '@/lib/contracts/product'
import { CopyLink } from './copy-link'
import { useColumnNames } from './list/column-names'
import { ProductName } from './list/product-name'
import { EditPencil, RowActions } from './list/row-actions'
import { StateBadges } from './list/state-badges'
import type { ColumnId } from './list/use-product-list'
import { Period } from './period'
import { QrButton } from './qr-button'
import { Stock } from './stock'

const column = columnHelper<ProductListItem>()
const muted = { className: 'text-muted' }

type Names = ReturnType<typeof useColumnNames>
type AmountText = ReturnType<typeof useMoney>['amountText']

/** The columns of the list: the product, those that are `shown`, and what else can be done. */
export function useProductColumns(shown: readonly ColumnId[]) {
  const t = useTranslations('products')
  const names = useColumnNames()
  const { amountText } = useMoney()
  return useMemo(() => {
    const isShown = (id: string | undefined) => shown.some((one) => one === id)
    return column.columns([
      column.accessor('name', {
        id: 'name',
        header: t('product'),
        meta: {
          isPrimary: true,
          firstSort: 'asc',
          className: 'max-w-[280px]',
          skeleton: 'my-[11px] h-3.5 w-40',
        },
        cell: ({ row: { original } }) => <ProductName product={original} hasId={!shown.includes('id')} />,
      }),
      ...[...valueColumns(names, amountText), ...otherColumns(names)].filter(({ id }) => isShown(id)),
      column.display({
        id: 'actions',
        header: () => <span className="sr-only">{t('list.rowActions')}</span>,
        meta: { className: 'w-11 pl-0 text-right', skeleton: 'h-3.5 w-4' },
        cell: ({ row }) => <RowActions product={row.original} />,
      }),
    ])
  }, [t, names, amountText, shown])
}

/** What it is sold for and how many there are, changed in their cells. */
const valueColumns = (names: Names, amountText: AmountText) =>
  column.columns([
    column.display({
      id: 'id',
      header: names.id,
      cell: ({ row: { original } }) => <ProductId product={original} />,
    }),
    column.accessor('amount', {
      id: 'amount',
      header: names.amount,
      meta: { align: 'end', firstSort: 'desc' },
      cell: ({ row: { original } }) => (
        <span className="flex items-center justify-end gap-0.5">
          <EditPencil product={original} field="price" />
          {amountText(original) ?? '–'}
        </span>
      ),
    }),
    column.accessor('currency', {
      id: 'currency',
      header: names.currency,
      meta: { ...muted, firstSort: 'asc' },
    }),
    column.accessor('quantity', {
      id: 'quantity',
      header: names.quantity,
      meta: { className: 'tabular-nums', firstSort: 'asc' },
      cell: ({ row: { original } }) => (
        <span className="flex items-center gap-0.5">
          <Stock product={original} />
          <EditPencil product={original} field="stock" />
        </span>
      ),
    }),
  ])

const otherColumns = (names: Names) =>
  column.columns([
    column.accessor('expired_at', {
      id: 'expired_at',
      header: names.expired_at,
      meta: { ...muted, firstSort: 'asc' },
      cell: ({ row }) => <Period product={row.original} />,
    }),
    column.display({
      id: 'state',
      header: names.state,
      cell: ({ row }) => <StateBadges product={row.original} />,
    }),
    column.display({
      id: 'transaction_type',
      header: names.transaction_type,
      meta: muted,
      cell: ({ row: { original } }) => <TransactionType type={original.transaction_type} />,
    }),
    column.accessor('created_at', {
      id: 'created_at',
      header: names.created_at,
      meta: { ...muted, firstSort: 'desc' },
      cell: ({ row }) => <Moment at={row.original.created_at} />,
    }),
    column.accessor('updated_at', {
      id: 'updated_at',
      header: names.updated_at,
      meta: { ...muted, firstSort: 'desc' },
      cell: ({ row }) => <Moment at={row.original.updated_at} />,
    }),
    column.display({
      id: 'link',
      header: names.link,
      cell: ({ row: { original } }) =>
        original.pay_url && (
          <span className="flex gap-1.5">
            <CopyLink product={original} />
            <QrButton product={original} />
          </span>
        ),
    }),
  ])

const Moment = ({ at }: { at: string | null }) => (at ? <RelativeTime at={at} isPlain /> : '–')

function TransactionType({ type }: { type: string | null }) {
  const t = useTranslations('products.types')
  return type === 'payment' || type === 'authorization' ? t(type) : (type ?? '–')
}

function ProductId({ product: { id, marks } }: { product: ProductListItem }) {
  return (
    <span className="font-mono text-xs text-muted">
      <Marked text={id} marks={marks?.id} />
    </span>
  )
}
