'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ColumnId } from './use-notification-list'

/** Stable while the language stays the same. */
export function useColumnNames(): Record<ColumnId | 'description', string> {
  const t = useTranslations('notifications.columns')
  return useMemo(
    () => ({
      description: t('description'),
      status: t('status'),
      type: t('type'),
      amount: t('amount'),
      tracking_id: t('tracking_id'),
      uid: t('uid'),
      email: t('email'),
      card: t('card'),
      authenticity: t('authenticity'),
      delivery_count: t('delivery_count'),
      received_at: t('received_at'),
    }),
    [t],
  )
}
