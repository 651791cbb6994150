'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ColumnId } from './use-product-list'

/** Stable while the language stays the same. */
export function useColumnNames(): Record<ColumnId | 'name', string> {
  const t = useTranslations('products')
  return useMemo(
    () => ({
      name: t('list.name'),
      id: t('list.id'),
      amount: t('price'),
      currency: t('list.currency'),
      quantity: t('stock'),
      expired_at: t('payableUntil'),
      state: t('status'),
      transaction_type: t('list.type'),
      created_at: t('list.created'),
      updated_at: t('updated'),
      link: t('paymentLink'),
    }),
    [t],
  )
}
