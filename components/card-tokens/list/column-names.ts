'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ColumnId } from './use-card-token-list'

/** Returns the column names. The object is stable while the language stays the same. */
export function useColumnNames(): Record<ColumnId | 'card', string> {
  const t = useTranslations('cardTokens.columns')
  return useMemo(
    () => ({
      card: t('card'),
      holder: t('holder'),
      expiry: t('expiry'),
      contract: t('contract'),
      customer: t('customer'),
      origin: t('origin'),
      same_card: t('same_card'),
      created_at: t('created_at'),
    }),
    [t],
  )
}
