'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ColumnId } from './use-customer-list'

/** Returns the column names. The object is stable while the language stays the same. */
export function useColumnNames(): Record<ColumnId | 'name', string> {
  const t = useTranslations('customers.columns')
  return useMemo(
    () => ({
      name: t('name'),
      id: t('id'),
      email: t('email'),
      phone: t('phone'),
      country: t('country'),
      external_id: t('external_id'),
      ip: t('ip'),
      labels: t('labels'),
      last_paid_at: t('last_paid_at'),
      created_at: t('created_at'),
    }),
    [t],
  )
}
