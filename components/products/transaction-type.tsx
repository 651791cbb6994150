'use client'
import { useTranslations } from 'use-intl'

/** Shows an unknown type as the gateway writes it. */
export function TransactionType({ type }: { type: string | null }) {
  const t = useTranslations('products.types')
  return type === 'payment' || type === 'authorization' ? t(type) : (type ?? '–')
}
