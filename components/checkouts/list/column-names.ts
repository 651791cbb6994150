'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ColumnId } from './use-checkout-list'

/** Stable while the language stays the same. */
export function useColumnNames(): Record<ColumnId | 'description', string> {
  const t = useTranslations('checkouts.columns')
  return useMemo(
    () => ({
      description: t('description'),
      token: t('token'),
      amount: t('amount'),
      transaction_type: t('transaction_type'),
      state: t('state'),
      email: t('email'),
      expires_at: t('expires_at'),
      created_at: t('created_at'),
      created_by: t('created_by'),
      link: t('link'),
    }),
    [t],
  )
}
