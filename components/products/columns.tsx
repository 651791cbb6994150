'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '@/components/data-table/columns'
import { Marked } from '@/components/data-table/marked'
import { useMoney } from '@/components/money/use-money'
import { RelativeTime } from '@/components/time/relative-time'
import type { ProductListItem } from '@/lib/products/schema'
import { CopyLink } from './copy-link'
import { useColumnNames } from './list/column-names'
import { ProductName } from './list/product-name'
import { EditPencil, RowActions } from './list/row-actions'
import { StateBadges } from './list/state-badges'
import type { ColumnId } from './list/use-product-list'
import { Period } from './period'
import { QrButton } from './qr-button'
import { Stock } from './stock'
import { TransactionType } from './transaction-type'

const muted = { className: 'text-muted' }

type Names = ReturnType<typeof useColumnNames>
type AmountText = ReturnType<typeof useMoney>['amountText']

/** Returns the product column, the `shown` columns and the actions column. */
export function useProductColumns(shown: readonly ColumnId[]): Column<ProductListItem>[] {
  const t = useTranslations('products')
  const names = useColumnNames()
  const { amountText } = useMoney()
  return useMemo(() => {
    const isShown = (id: string) => shown.some((one) => one === id)
    return [
      {
        id: 'name',
        header: t('product'),
        isPrimary: true,
        firstSort: 'asc',
        className: 'max-w-[280px]',
        skeleton: 'my-[11px] h-3.5 w-40',
        cell: (product) => <ProductName product={product} hasId={!shown.includes('id')} />,
      },
      ...[...valueColumns(names, amountText), ...otherColumns(names)].filter(({ id }) => isShown(id)),
      {
        id: 'actions',
        header: <span className="sr-only">{t('list.rowActions')}</span>,
        isPinned: true,
        className: 'w-11 pl-0 text-right',
        skeleton: 'h-3.5 w-4',
        cell: (product) => <RowActions product={product} />,
      },
    ]
  }, [t, names, amountText, shown])
}

const valueColumns = (names: Names, amountText: AmountText): Column<ProductListItem>[] => [
  {
    id: 'id',
    header: names.id,
    firstSort: 'asc',
    cell: (product) => <ProductId product={product} />,
  },
  {
    id: 'amount',
    header: names.amount,
    align: 'end',
    firstSort: 'desc',
    cell: (product) => (
      <span className="flex items-center justify-end gap-1">
        <EditPencil product={product} field="price" />
        {amountText(product) ?? '–'}
      </span>
    ),
  },
  {
    id: 'currency',
    header: names.currency,
    ...muted,
    firstSort: 'asc',
    cell: (product) => product.currency,
  },
  {
    id: 'quantity',
    header: names.quantity,
    className: 'tabular-nums',
    firstSort: 'asc',
    cell: (product) => (
      <span className="flex items-center gap-1">
        <Stock product={product} />
        <EditPencil product={product} field="stock" />
      </span>
    ),
  },
]

const otherColumns = (names: Names): Column<ProductListItem>[] => [
  {
    id: 'expired_at',
    header: names.expired_at,
    ...muted,
    firstSort: 'asc',
    cell: (product) => <Period product={product} />,
  },
  {
    id: 'state',
    header: names.state,
    firstSort: 'asc',
    cell: (product) => <StateBadges product={product} />,
  },
  {
    id: 'transaction_type',
    header: names.transaction_type,
    ...muted,
    firstSort: 'asc',
    cell: (product) => <TransactionType type={product.transaction_type} />,
  },
  {
    id: 'created_at',
    header: names.created_at,
    ...muted,
    firstSort: 'desc',
    cell: (product) => <Moment at={product.created_at} />,
  },
  {
    id: 'updated_at',
    header: names.updated_at,
    ...muted,
    firstSort: 'desc',
    cell: (product) => <Moment at={product.updated_at} />,
  },
  {
    id: 'link',
    header: names.link,
    cell: (product) => (
      <span className="flex gap-1.5">
        <CopyLink product={product} />
        <QrButton product={product} />
      </span>
    ),
  },
]

const Moment = ({ at }: { at: string | null }) => (at ? <RelativeTime at={at} isPlain /> : '–')

function ProductId({ product: { id, marks } }: { product: ProductListItem }) {
  return (
    <span className="font-mono text-xs text-muted">
      <Marked text={id} marks={marks?.id} />
    </span>
  )
}
