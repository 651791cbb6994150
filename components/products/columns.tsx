'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { columnHelper } from '@/components/data-table/columns'
import { useMoney } from '@/components/money/use-money'
import { RelativeTime } from '@/components/time/relative-time'
import type { ProductItem } from '@/lib/contracts/product'
import { CopyLink } from './copy-link'
import { Period } from './period'
import { ProductStateBadge } from './product-state-badge'
import { QrButton } from './qr-button'
import { Stock } from './stock'

const column = columnHelper<ProductItem>()

export function useProductColumns() {
  const t = useTranslations('products')
  const { amountText } = useMoney()
  return useMemo(
    () =>
      column.columns([
        column.accessor('name', {
          header: t('product'),
          meta: { isPrimary: true, className: 'max-w-[280px]' },
          cell: ({ row: { original } }) => (
            <>
              <span className="block truncate font-medium">{original.name ?? original.id}</span>
              <span className="block truncate text-xs text-muted">{original.description}</span>
            </>
          ),
        }),
        column.accessor('amount', {
          header: t('price'),
          meta: { align: 'end' },
          cell: ({ row }) => amountText(row.original) ?? '–',
        }),
        column.accessor('quantity', {
          header: t('stock'),
          meta: { className: 'tabular-nums' },
          cell: ({ row }) => <Stock product={row.original} />,
        }),
        column.accessor('expired_at', {
          header: t('payableUntil'),
          meta: { className: 'text-muted' },
          cell: ({ row }) => <Period product={row.original} />,
        }),
        column.display({
          id: 'state',
          header: t('status'),
          cell: ({ row }) => <ProductStateBadge product={row.original} />,
        }),
        column.accessor('updated_at', {
          header: t('updated'),
          meta: { className: 'text-muted' },
          cell: ({ row }) =>
            row.original.updated_at ? <RelativeTime at={row.original.updated_at} isPlain /> : '–',
        }),
        column.display({
          id: 'link',
          header: t('paymentLink'),
          cell: ({ row: { original } }) =>
            original.pay_url && (
              <span className="flex gap-1.5">
                <CopyLink product={original} />
                <QrButton product={original} />
              </span>
            ),
        }),
      ]),
    [t, amountText],
  )
}
